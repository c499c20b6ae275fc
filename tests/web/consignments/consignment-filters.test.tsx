import { fireEvent, render, screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { formatDay } from '../../../src/domain/calendar/nz-calendar.ts'
import { ConsignmentFilters, today } from '../../../src/web/screens/consignments/consignments-list.tsx'

const FILTER = { date: '2026-11-20', query: '', provider: '' }

function setUp() {
  const onApply = vi.fn()
  render(<ConsignmentFilters filter={FILTER} onApply={onApply} form={createRef()} />)
  const date = screen.getByLabelText('Date')
  const submit = () => fireEvent.submit(screen.getByRole('search', { name: 'Search consignments' }))
  return { onApply, date, submit }
}

test('a typed day waits for Enter, because a partial one may be another day', () => {
  const { onApply, date, submit } = setUp()
  fireEvent.change(date, { target: { value: '2/11' } })
  fireEvent.change(date, { target: { value: '21/11/2026' } })
  expect(onApply).not.toHaveBeenCalled()
  submit()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: '2026-11-21' })
})

test('a picked day applies at once, together with the typed text', async () => {
  const { onApply } = setUp()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pex' } })
  fireEvent.click(screen.getByRole('button', { name: 'Calendar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Thursday 19 November 2026' }))
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, query: 'pex', date: '2026-11-19' })
})

test('an unreadable day is not applied: the field keeps it and says so', () => {
  const { onApply, date, submit } = setUp()
  fireEvent.change(date, { target: { value: '32/11' } })
  expect(date.getAttribute('aria-invalid')).toBeNull()
  submit()
  expect(onApply).not.toHaveBeenCalled()
  expect([date.getAttribute('aria-invalid'), Reflect.get(date, 'value')]).toEqual(['true', '32/11'])
  expect(screen.getByRole('alert').textContent).toBe('Enter a date such as 22/11/2026.')
  fireEvent.change(date, { target: { value: '21/11/26' } })
  submit()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: '2026-11-21' })
})

// CON-1
test('without a day it is today', () => {
  const { onApply, date, submit } = setUp()
  fireEvent.change(date, { target: { value: '' } })
  submit()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: today() })
  // The address, and with it the filter, does not change if it was today's list already.
  expect(Reflect.get(date, 'value')).toBe(formatDay(today()))
})

// CON-1
test('has a search, a day, the bookable couriers and a Filter button', () => {
  const { onApply, date } = setUp()
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Search consignments')
  expect(Reflect.get(date, 'value')).toBe('20/11/2026')
  const couriers = within(screen.getByRole('combobox', { name: 'Courier' })).getAllByRole('option')
  expect(couriers.map((courier) => courier.textContent)).toEqual([
    'All',
    'Aramex',
    'Castle Parcels',
    'NZ Couriers',
    'NZ Post',
    'Post Haste',
    'Titus',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  expect(onApply).toHaveBeenCalledExactlyOnceWith(FILTER)
})

test('a courier applies at once', () => {
  const { onApply } = setUp()
  fireEvent.change(screen.getByRole('combobox', { name: 'Courier' }), { target: { value: 'posthaste' } })
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, provider: 'posthaste' })
})
