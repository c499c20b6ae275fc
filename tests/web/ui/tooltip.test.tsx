import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Tooltip } from '../../../src/web/ui/tooltip.tsx'

function show(text: string | null): HTMLElement {
  render(
    <Tooltip text={text}>
      <button type="button">New Product</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button')
  act(() => button.focus())
  return button
}

test('describes the control that has the focus, until Escape or leaving', () => {
  const button = show('Feature not available')
  expect(screen.getByRole('tooltip').textContent).toBe('Feature not available')
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => button.blur())
  act(() => button.focus())
  expect(screen.getByRole('tooltip')).toBeTruthy()
  act(() => button.blur())
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('shows nothing without a text', () => {
  const button = show(null)
  expect([screen.queryByRole('tooltip'), button.getAttribute('aria-describedby')]).toEqual([null, null])
})

test('a tooltip that would leave the window is moved into it', () => {
  const box = new DOMRect(window.innerWidth - 50, 100, 90, 26)
  const spy = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
  show('A consignment needs at least one parcel')
  expect(screen.getByRole('tooltip').style.marginLeft).toBe('-46px')
  spy.mockRestore()
})
