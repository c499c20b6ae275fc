import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const [GONE, NEXT] = ['TTS00950873', 'COC00950776']
const rowOf = (code: string) => exampleConsignment({ tracking_code: code })

setUpScreens()

/** The response of the list call. */
let rows: unknown[]
beforeEach(() => {
  rows = [rowOf(GONE), rowOf(NEXT)]
  fakeServer.answer(({ method, url }) => {
    if (method === 'DELETE') return { body: { success: true } }
    return { body: url.includes('/consignments?') ? rows : rowOf(url.split('/').at(-1) ?? '') }
  })
})

const deleted = () => fakeServer.sent.filter(({ method }) => method === 'DELETE').map(({ url }) => url)

/** Opens the menu of the first row, which a new response then removes. */
async function menuOfGone() {
  await openAt('/consignments?date=2026-11-20')
  await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(GONE))
  act(() => commandContext().targets.actions?.open())
  const menu = await screen.findByRole('menu', { name: `Actions for consignment ${GONE}` })
  rows = [rowOf(NEXT)]
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(NEXT))
  return menu
}

describe('the menu of a row acts on the consignment that it was opened for, although another took its place', () => {
  test('deletes it', async () => {
    fireEvent.click(within(await menuOfGone()).getByRole('menuitem', { name: /^Delete consignment/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleted()).toEqual([`/api/v1/consignments/${GONE}`]))
  })

  test('copies its code', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    const menu = await menuOfGone()
    fireEvent.keyDown(menu, { key: 'y', code: 'KeyY' })
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(GONE))
  })
})

describe('the question before a consignment is deleted', () => {
  async function asked() {
    const router = await openAt('/consignments?date=2026-11-20')
    await act(() => router.navigate(`/consignments/${GONE}`))
    await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe(GONE))
    act(() => runCommand('consignment.delete', 'key'))
    return { router, question: await screen.findByRole('dialog', { name: 'Warning' }) }
  }

  test('names the consignment below the question, also for screen readers', async () => {
    const { question } = await asked()
    const description = document.getElementById(question.getAttribute('aria-describedby') ?? '')
    expect(Array.from(description?.children ?? [], (line) => line.textContent)).toEqual([
      'Are you sure you want to delete this consignment? This is permanent and cannot be undone.',
      `Consignment ${GONE}`,
    ])
  })

  test('closes with its screen, and nothing is deleted', async () => {
    const { router } = await asked()
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe('/consignments')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(deleted()).toEqual([])
  })
})
