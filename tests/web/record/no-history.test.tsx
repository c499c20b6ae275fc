import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

/** With a back end that has only the core calls (API-1). */

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => ({ body: url.includes('/orders/') ? { code: '104823' } : [] })),
)

async function openOrder() {
  await openAt('/orders/104823')
  await waitFor(() => expect(commandContext().targets.order?.code).toBe('104823'))
}

test('its key and its command do nothing, and nothing is requested', async () => {
  await openOrder()
  fireEvent.keyDown(document.body, { key: 'i', code: 'KeyI' })
  act(() => runCommand('order.history', 'key'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeServer.sent.filter(({ url }) => url.includes('history'))).toEqual([])
})

test('the menu and the sheet of keys do not mention it', async () => {
  await openOrder()
  act(() => commandContext().targets.actions?.open())
  await screen.findByRole('menuitem', { name: /^Copy order code/ })
  expect(screen.queryByRole('menuitem', { name: /^History/ })).toBeNull()
  act(() => openDialog({ name: 'keys' }))
  fireEvent.change(await screen.findByRole('searchbox', { name: /./ }), { target: { value: 'audit trail' } })
  await screen.findByText('No keys found')
})
