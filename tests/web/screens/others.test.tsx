import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { STAFF_NAMES } from '../../../src/domain/records/staff.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, heads, openAt, setUpScreens } from './on-screen.tsx'

setUpScreens()
beforeEach(() => fakeServer.answer(() => ({ body: [] })))

describe('notes, quotes and jobs load nothing', () => {
  // JOB-1
  test.each([
    ['/notes', 'New Note', ['Note ID', 'Date', 'Note'], 'No notes found'],
    ['/quotes', 'New Quote', ['Quote ID', 'Date', 'Customer', 'Total', 'Status'], 'No quotes found'],
    ['/jobs', 'New Job', ['Job ID', 'Name', 'Job date', 'Status', 'Phone', 'Location'], 'No jobs found'],
  ])('%s', async (address, button, columns, words) => {
    await openAt(address)
    await screen.findByText(words)
    expect(heads()).toEqual(columns)
    expect(screen.getByRole('button', { name: button })).toBeTruthy()
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['1'])
    expect(fakeServer.sent).toEqual([])
  })

  test.each([
    ['/notes', 'New Note'],
    ['/quotes', 'New Quote'],
  ])('at %s %s says that there is no such feature', async (address, name) => {
    await openAt(address)
    fireEvent.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('Feature not available')).toBeTruthy()
  })

  test('three column headings of the jobs sort', async () => {
    await openAt('/jobs')
    await screen.findByText('No jobs found')
    const head = screen.getByRole('columnheader', { name: 'Job date' })
    const sorted = () => screen.getAllByRole('columnheader').map((column) => column.getAttribute('aria-sort'))
    expect(sorted()).toEqual(['none', 'none', 'none', null, null, null])
    fireEvent.click(within(head).getByRole('button'))
    expect(sorted()).toEqual(['none', 'none', 'ascending', null, null, null])
    fireEvent.click(within(head).getByRole('button'))
    expect(sorted()[2]).toBe('descending')
  })

  test('a search of the quotes is in the address', async () => {
    const router = await openAt('/quotes')
    const box = await screen.findByRole('searchbox', { name: 'Search quotes' })
    fireEvent.change(box, { target: { value: 'deck' } })
    fireEvent.submit(screen.getByRole('search', { name: 'Search quotes' }))
    await waitFor(() => expect(router.state.location.search).toBe('?query=deck'))
    expect(await screen.findByText('Nothing matches “deck”.')).toBeTruthy()
  })
})

describe('the New Job form', () => {
  const field = (name: string) => screen.getByLabelText(name)
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

  // JOB-2
  test('has its fields, seven people, and Auckland for a city', async () => {
    await openAt('/jobs/new')
    await screen.findByRole('heading', { level: 1, name: 'New Job' })
    expect(
      ['Customer name', 'Phone', 'Street', 'Suburb', 'Postal code', 'Description', 'Items required'].map(
        (name) => field(name).getAttribute('value') ?? field(name).textContent,
      ),
    ).toEqual(['', '', '', '', '', '', ''])
    expect(field('City')).toHaveProperty('value', 'Auckland')
    const people = within(field('Person responsible')).getAllByRole('option', { hidden: true })
    expect(people.filter((one) => !one.hidden).map((one) => one.textContent)).toEqual([...STAFF_NAMES])
    expect(STAFF_NAMES).toHaveLength(7)
  })

  // JOB-2
  test('Create Job says that there is no such feature, sends nothing and keeps the form', async () => {
    await openAt('/jobs/new')
    await screen.findByRole('heading', { level: 1, name: 'New Job' })
    type('Customer name', 'Ruth Pemberley')
    fireEvent.click(screen.getByRole('button', { name: 'Create Job' }))
    expect(await screen.findByText('Feature not available')).toBeTruthy()
    expect(field('Customer name')).toHaveProperty('value', 'Ruth Pemberley')
    expect(fakeServer.sent).toEqual([])
  })

  test('typed text is kept; Reset clears it, and restores it once', async () => {
    await openAt('/jobs/new')
    await screen.findByRole('heading', { level: 1, name: 'New Job' })
    type('Description', 'Replace the cylinder')
    type('City', 'Papakura')
    cleanup()
    await openAt('/jobs/new')
    await waitFor(() => expect(field('Description')).toHaveProperty('value', 'Replace the cylinder'))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reset' })))
    expect([field('Description'), field('City')].map((one) => Reflect.get(one, 'value'))).toEqual([
      '',
      'Auckland',
    ])
    act(() => screen.getByRole('button', { name: 'Undo reset' }).focus())
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo reset' })))
    expect(document.activeElement).toBe(field('Customer name'))
    expect(field('City')).toHaveProperty('value', 'Papakura')
    expect(screen.queryByRole('button', { name: 'Undo reset' })).toBeNull()
  })
})

test.each([
  ['/jobs/new', 'New Job', '/jobs'],
  ['/consignments/new', 'New Consignment', '/consignments'],
  ['/suppliers/7', 'Supplier #7', '/suppliers'],
  ['/settings', 'Settings', '/orders'],
])('u goes back from %s', async (address, title, list) => {
  const router = await openAt(address)
  const heading = await screen.findByRole('heading', { level: 1, name: title })
  fireEvent.keyDown(heading, { key: 'u', code: 'KeyU' })
  await waitFor(() => expect(router.state.location.pathname).toBe(list))
})

test('with a back end without sessions, the settings say so and request nothing', async () => {
  await openAt('/settings')
  await screen.findByText('This console’s server does not list sessions.')
  expect(screen.queryByRole('button', { name: /End/ })).toBeNull()
  expect(asked('/identity')).toEqual([])
})
