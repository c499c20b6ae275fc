import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '../../../src/web/ui/button.tsx'
import { Kbd } from '../../../src/web/ui/keycap.tsx'

test.each([
  ['at rest', {}, 1],
  ['busy', { busy: true }, 0],
  ['aria-disabled', { 'aria-disabled': true }, 0],
])('%s handles clicks: %s', (_, props, presses) => {
  const pressed = vi.fn()
  render(
    <Button {...props} onClick={pressed}>
      Pack
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Pack' }))
  expect(pressed).toHaveBeenCalledTimes(presses)
})

test('submits a form only if it has this type, and never while busy', () => {
  const submitted = vi.fn((event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submitted}>
      <Button>Cancel</Button>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  fireEvent.click(screen.getByText('Cancel'))
  expect(submitted).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Save'))
  expect(submitted).toHaveBeenCalledTimes(1)
  rerender(form(true))
  fireEvent.click(screen.getByText('Save'))
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('a keycap is no part of the name', () => {
  render(
    <Button>
      Pack order<Kbd>p</Kbd>
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Pack order' })).toBeTruthy()
})
