import { fireEvent, render, screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { today } from '../../../src/web/screens/consignments/consignment-filter.ts'
import { ConsignmentFilters } from '../../../src/web/screens/consignments/consignment-filters.tsx'

const FILTER = { date: '2026-11-20', query: '', provider: '' }

function setUp() {
  const onApply = vi.fn()
  render(<ConsignmentFilters filter={FILTER} onApply={onApply} form={createRef()} />)
  const date = screen.getByLabelText('Date')
  const submit = () => fireEvent.submit(screen.getByRole('search', { name: 'Search consignments' }))
  return { onApply, date, submit }
}

test('a day that is typed waits for Enter: on the way to it are others', () => {
  const { onApply, date, submit } = setUp()
  fireEvent.keyDown(date, { key: '2' })
  fireEvent.change(date, { target: { value: '2026-11-02' } })
  fireEvent.change(date, { target: { value: '2026-11-21' } })
  expect(onApply).not.toHaveBeenCalled()
  submit()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: '2026-11-21' })
})

test('a day that is picked applies at once, and takes the typed text along', () => {
  const { onApply, date } = setUp()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pex' } })
  fireEvent.keyDown(date, { key: '2' })
  fireEvent.pointerDown(date)
  fireEvent.change(date, { target: { value: '2026-11-19' } })
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, query: 'pex', date: '2026-11-19' })
})

test('without a day it is today', () => {
  const { onApply, date, submit } = setUp()
  fireEvent.keyDown(date, { key: 'Backspace' })
  fireEvent.change(date, { target: { value: '' } })
  submit()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: today() })
})

test('has a search, a day, the couriers of section 9 and a Filter button', () => {
  const { onApply, date } = setUp()
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Search consignments')
  expect([date.getAttribute('type'), Reflect.get(date, 'value')]).toEqual(['date', FILTER.date])
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
