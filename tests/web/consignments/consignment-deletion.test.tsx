import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { availability } from '../../../commands/engine/command.ts'
import { commandById } from '../../../commands/index.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const CODE = 'TTS00950873'
const REASON = 'The consignment is being deleted: Swift has not confirmed yet.'

setUpScreens()

/** The courier does not confirm the cancellation, so the consignment is being deleted from then on. */
beforeEach(() => {
  let status = 'Awaiting pick-up'
  fakeServer.answer(({ method }) => {
    if (method !== 'DELETE') return { body: exampleConsignment({ tracking_code: CODE, status }) }
    status = 'Being deleted'
    return { status: 503, body: { success: false, message: REASON } }
  })
})

test('a consignment that is being deleted says so, offers no label, and is not deleted again', async () => {
  await openAt(`/consignments/${CODE}`)
  await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(CODE))
  act(() => runCommand('consignment.delete', 'key'))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText(`Failed to delete the consignment, refresh the page and try again. ${REASON}`)
  await waitFor(() => expect(screen.getAllByText('Being deleted').length).toBeGreaterThan(0))
  const context = commandContext()
  expect(availability(commandById('consignment.print'), context).state).toBe('blocked')
  expect(availability(commandById('consignment.delete'), context).state).toBe('hidden')

  act(() => runCommand('consignment.labels', 'key'))
  await screen.findByText('Failed to get the consignment labels, please try again.')
  screen.getByText('The consignment is being deleted.')
  expect(screen.queryByRole('button', { name: /^Print label/ })).toBeNull()
})
