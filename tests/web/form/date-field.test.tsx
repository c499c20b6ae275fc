import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { paymentDayFault } from '../../../src/domain/orders/payment.ts'
import { DateField } from '../../../src/web/form/day-input.tsx'

/** A Sunday. */
const TODAY = '2026-11-22'

function setUp(start = TODAY) {
  const told = vi.fn()
  function Form() {
    const [day, setDay] = useState(start)
    return (
      <DateField
        label="Date paid"
        value={day}
        today={TODAY}
        min="2000-01-01"
        max={TODAY}
        fault={paymentDayFault(day, TODAY)}
        onChange={(value) => {
          told(value)
          setDay(value)
        }}
      />
    )
  }
  render(<Form />)
  return told
}

function field(): HTMLInputElement {
  const found = screen.getByLabelText('Date paid')
  if (!(found instanceof HTMLInputElement)) throw new Error('The date is no input')
  return found
}
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(field(), { key, code: key })

/** Presses Alt and ↓. happy-dom treats Alt as AltGr. */
function openByKey(): void {
  const event = createEvent.keyDown(field(), { key: 'ArrowDown', code: 'ArrowDown', altKey: true })
  Object.defineProperty(event, 'getModifierState', { value: () => false })
  fireEvent(field(), event)
}
const described = () =>
  (field().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)

describe('a date field', () => {
  test('shows its day as dd/mm/yyyy, with the name of the day beside it and in words', () => {
    setUp()
    expect(field().value).toBe('22/11/2026')
    expect(screen.getByText('Sun')).toBeTruthy()
    expect(described()).toEqual(['Sunday 22 November 2026'])
  })

  test('selects its text on focus, so that typing replaces it', () => {
    setUp()
    fireEvent.focus(field())
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 10])
  })

  test('parses typed text at once, and formats it on blur', () => {
    const told = setUp()
    type('fri')
    expect([field().value, told.mock.lastCall]).toEqual(['fri', ['2026-11-20']])
    expect(screen.getByText('Fri')).toBeTruthy()
    fireEvent.blur(field())
    expect(field().value).toBe('20/11/2026')
    type('yest')
    press('Enter')
    expect(field().value).toBe('21/11/2026')
  })

  test('keeps unreadable text, and reports it on blur', () => {
    const told = setUp()
    type('32/1')
    expect([told.mock.lastCall, field().getAttribute('aria-invalid')]).toEqual([['32/1'], null])
    expect(described()).toEqual([])
    fireEvent.blur(field())
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['32/1', 'true'])
    expect(described()).toEqual(['Enter a date such as 22/11/2026.'])
    type('31/1')
    expect(field().getAttribute('aria-invalid')).toBeNull()
  })

  test.each([
    ['ArrowDown', '2026-11-22', '21/11/2026'],
    ['ArrowUp', '2026-10-31', '01/11/2026'],
    ['ArrowUp', '2026-11-22', '22/11/2026'],
    ['ArrowDown', '2000-01-01', '01/01/2000'],
    ['ArrowDown', '2027-01-10', '22/11/2026'],
    ['ArrowUp', '', '22/11/2026'],
    ['ArrowUp', '32/1', '32/1'],
  ])('%s on %j selects %j', (key, start, shown) => {
    setUp(start)
    press(key)
    expect(field().value).toBe(shown)
  })
})

describe('its calendar', () => {
  const calendar = () => screen.queryByRole('dialog', { name: 'Calendar' })
  const day = (name: string) => screen.findByRole('button', { name })

  test('opens by Alt and ↓ on its day, which has the focus; Esc closes it and changes nothing', async () => {
    const told = setUp('2026-11-05')
    field().focus()
    openByKey()
    const chosen = await day('Thursday 5 November 2026')
    await waitFor(() => expect(document.activeElement).toBe(chosen))
    fireEvent.keyDown(chosen, { key: 'Escape' })
    await waitFor(() => expect(calendar()).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(told).not.toHaveBeenCalled()
  })

  test('opens on today if the field has no day', async () => {
    setUp('32/1')
    openByKey()
    const today = await day('Sunday 22 November 2026, today')
    await waitFor(() => expect(document.activeElement).toBe(today))
  })

  test('returns the chosen day, and the focus', async () => {
    const told = setUp()
    field().focus()
    openByKey()
    fireEvent.click(await day('Friday 20 November 2026'))
    await waitFor(() => expect(calendar()).toBeNull())
    expect([told.mock.calls, field().value]).toEqual([[['2026-11-20']], '20/11/2026'])
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })

  test('offers no day outside of the limits', async () => {
    setUp()
    fireEvent.click(screen.getByRole('button', { name: 'Calendar' }))
    expect((await day('Monday 23 November 2026')).hasAttribute('disabled')).toBe(true)
    expect((await day('Saturday 21 November 2026')).hasAttribute('disabled')).toBe(false)
  })
})
