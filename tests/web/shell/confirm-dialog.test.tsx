import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../../../src/web/shell/confirm-dialog.tsx'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'

afterEach(() => act(closeDialog))

function ask(dangerous: boolean) {
  const answers = { onConfirm: vi.fn(), onCancel: vi.fn() }
  render(
    <Provider store={store}>
      <main>
        <h1 tabIndex={-1}>Screen</h1>
      </main>
      <ConfirmDialog />
    </Provider>,
  )
  act(() =>
    openDialog({
      name: 'confirm',
      title: 'Warning',
      text: 'Are you sure?',
      confirmLabel: 'Delete',
      dangerous,
      ...answers,
    }),
  )
  return answers
}

test.each([
  [true, 'Cancel'],
  [false, 'Delete'],
])('a dangerous question (%s) starts on %s', (dangerous, name) => {
  ask(dangerous)
  expect(screen.getByRole('dialog', { name: 'Warning' }).textContent).toContain('Are you sure?')
  expect(document.activeElement).toBe(screen.getByRole('button', { name }))
})

test('both answers show their keys, also the irreversible one', () => {
  ask(true)
  const answers = screen.getAllByRole('button')
  expect(answers.map((button) => [button.textContent, button.getAttribute('aria-keyshortcuts')])).toEqual([
    ['CancelEsc', 'Escape'],
    ['DeleteCtrlEnter', 'Control+Enter'],
  ])
})

test.each([
  ['Delete', 'onConfirm', 'onCancel'],
  ['Cancel', 'onCancel', 'onConfirm'],
] as const)(
  '%s answers once, closes, and leaves the focus on the screen',
  async (name, called, notCalled) => {
    const answers = ask(true)
    fireEvent.click(screen.getByRole('button', { name }))
    expect(store.get(dialogAtom)).toBeNull()
    expect(answers[called]).toHaveBeenCalledTimes(1)
    expect(answers[notCalled]).not.toHaveBeenCalled()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Screen'))
  },
)
