import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LAST_PAGE } from '../../../src/contract/call.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, heads, openAt, setUpScreens } from './on-screen.tsx'

setUpScreens()

interface Event {
  email_id: string
  event: string
  date: string
  recipient?: string
  subject?: string
}

const event = (email_id: string, word: string, minute: number): Event => ({
  email_id,
  event: word,
  date: `2026-11-19T20:${minute}:00Z`,
  recipient: `${email_id}@example.com`,
  subject: `Order of ${email_id}`,
})

const PAGES = [
  [event('ruth', 'delivered', 59), event('sione', 'opened', 58), event('ruth', 'sent', 57)],
  [event('petra', 'hard-bounced', 50), event('sione', 'sent', 49)],
  [event('tom', 'sent', 40)],
]

/** A server whose tokens are its page numbers. */
function serve(pages: Event[][] = PAGES, total: number | null = 3): void {
  fakeServer.answer(({ url }) => {
    const token = new URL(url, 'http://server').searchParams.get('continue_token')
    const index = token ? Number(token) : 0
    const next = index + 1 < pages.length ? String(index + 1) : null
    return { body: { data: pages[index] ?? [], metadata: { total_pages: total, next_page_token: next } } }
  })
}

const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    )
const recipients = () => rowTexts().map(([, , recipient]) => recipient)
const press = (name: string) => fireEvent.click(screen.getByRole('link', { name }))

// EML-1
test('events become emails, with the status of the latest', async () => {
  serve()
  await openAt('/emails')
  await screen.findByRole('grid', { name: 'Emails' })
  expect(heads()).toEqual(['Date', 'Status', 'Recipient', 'Subject'])
  expect(rowTexts()).toEqual([
    ['20/11/2026 09:59', 'Delivered', 'ruth@example.com', 'Order of ruth'],
    ['20/11/2026 09:58', 'Opened', 'sione@example.com', 'Order of sione'],
  ])
})

test('both parameters are sent, even when blank', async () => {
  serve()
  await openAt('/emails')
  await screen.findByRole('grid', { name: 'Emails' })
  expect(asked('/api/v1/emails')[0]).toBe('/api/v1/emails?query=&continue_token=')
})

// EML-1
test('a click on a row does nothing', async () => {
  serve()
  const router = await openAt('/emails')
  const grid = await screen.findByRole('grid', { name: 'Emails' })
  expect(within(grid).queryByRole('link')).toBeNull()
  const [, row] = within(grid).getAllByRole('row')
  fireEvent.click(row ?? grid)
  fireEvent.doubleClick(row ?? grid)
  expect(router.state.location.pathname).toBe('/emails')
})

describe('pages', () => {
  // EML-3
  test('go forward by tokens and back again, with each email on one page', async () => {
    serve()
    const router = await openAt('/emails')
    await screen.findByText('ruth@example.com')
    press('Next')
    await screen.findByText('petra@example.com')
    expect(recipients()).toEqual(['petra@example.com'])
    expect(router.state.location.search).toBe('?page=2')
    press('Next')
    await screen.findByText('tom@example.com')
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
    // A slow machine may repeat a request when the response has become stale.
    expect([...new Set(asked('/api/v1/emails?'))]).toEqual([
      '/api/v1/emails?query=&continue_token=',
      '/api/v1/emails?query=&continue_token=1',
      '/api/v1/emails?query=&continue_token=2',
    ])
    press('Previous')
    await screen.findByText('petra@example.com')
    press('Previous')
    await screen.findByText('ruth@example.com')
    expect(recipients()).toEqual(['ruth@example.com', 'sione@example.com'])
  })

  test('are found again after a reload, page by page', async () => {
    serve()
    await openAt('/emails?page=3')
    await screen.findByText('tom@example.com')
    expect(new Set(asked('/api/v1/emails')).size).toBe(3)
  })

  test.each([
    [5, 5, 3, 1],
    [999_999, LAST_PAGE, 3, 1],
    [999_999, LAST_PAGE, null, 3],
  ])(
    'past the end there are no rows, and a link back (page %s, shown as %s, of %j)',
    async (page, shown, total, calls) => {
      serve(PAGES, total)
      await openAt(`/emails?page=${page}`)
      await screen.findByText(`Page ${shown} is empty. The list ends before it.`)
      expect(new Set(asked('/api/v1/emails')).size).toBe(calls)
      expect(screen.getByRole('link', { name: 'Back to page 1' })).toBeTruthy()
    },
  )
})

test('a search starts from the first page', async () => {
  serve()
  const router = await openAt('/emails?page=2')
  await screen.findByText('petra@example.com')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search emails' }), { target: { value: ' ruth ' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Filter' })))
  await waitFor(() => expect(router.state.location.search).toBe('?query=ruth'))
  await screen.findByText('ruth@example.com')
  expect(asked('/api/v1/emails').at(-1)).toBe('/api/v1/emails?query=ruth&continue_token=')
})
