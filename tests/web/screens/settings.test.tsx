import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import type * as Keys from '../../../src/web/keyboard-help/keys-list.tsx'
import { readToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from './on-screen.tsx'

// Must run before the import of the console, which reads the page once.
const keysList = vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="sessions">'
  return { isShown: false }
})
// The lines of all commands are most of the page, and most tests do not need them.
vi.mock('../../../src/web/keyboard-help/keys-list.tsx', async (actual) => {
  const keys = await actual<typeof Keys>()
  return {
    ...keys,
    KeysList: (props: Parameters<typeof keys.KeysList>[0]) =>
      keysList.isShown ? <keys.KeysList {...props} /> : null,
  }
})

const HERE = {
  id: 'here',
  user_agent: 'Firefox on Linux',
  created_at: '2026-11-22T01:02:00.000Z',
  last_seen_at: '2026-11-22T03:04:00.000Z',
  is_current: true,
}
const there = (id: string, user_agent = 'Chrome on Windows') => ({
  ...HERE,
  id,
  user_agent,
  is_current: false,
})

let sessions = [there('a'), HERE, there('b', 'Safari on iPhone')]

setUpScreens()
beforeEach(() => {
  keysList.isShown = false
  sessions = [there('a'), HERE, there('b', 'Safari on iPhone')]
  fakeServer.answer(({ method, url }) => {
    if (method === 'GET') return { body: url === '/identity/sessions' ? sessions : [] }
    sessions = sessions.filter(({ id, is_current }) =>
      url === '/identity/sessions' ? is_current : url !== `/identity/sessions/${id}`,
    )
    return { body: { success: true } }
  })
})

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

// NAV-7
test('lists the sessions with their times in Auckland, this one first and marked, which has no End', async () => {
  await openAt('/settings')
  const [here, other] = await rows()
  expect(here?.textContent).toBe(
    'Firefox on LinuxThis sessionSigned in 22/11/2026 14:02, last active 22/11/2026 16:04',
  )
  expect(other?.textContent).toContain('Chrome on Windows')
  expect(screen.getAllByRole('button', { name: /^End .+, signed in / })).toHaveLength(2)
})

test('ends one session', async () => {
  await openAt('/settings')
  fireEvent.click(
    await screen.findByRole('button', { name: 'End Chrome on Windows, signed in 22/11/2026 14:02' }),
  )
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(await screen.findByText('Session ended: Chrome on Windows')).toBeTruthy()
  expect(sessions.map(({ id }) => id)).toEqual(['here', 'b'])
})

test('ends all others by a command', async () => {
  await openAt('/settings')
  await rows()
  act(() => runCommand('sessions.end-others', 'palette'))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(await screen.findByText('2 sessions ended')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'End all other sessions' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('shows why a session could not be ended', async () => {
  await openAt('/settings')
  const button = await screen.findByRole('button', {
    name: 'End Chrome on Windows, signed in 22/11/2026 14:02',
  })
  const message = 'That session has ended already.'
  fakeServer.answer(({ method }) => ({
    status: method === 'DELETE' ? 404 : 200,
    body: method === 'DELETE' ? { success: false, message } : [HERE],
  }))
  fireEvent.click(button)
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('says that the sessions could not be loaded, and loads them again', async () => {
  fakeServer.answer(() => ({ status: 404, body: {} }))
  await openAt('/settings')
  await screen.findByText('Failed to get your sessions, try again.')
  fakeServer.answer(() => ({ body: [HERE] }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('a session that was ended elsewhere ends here, too', async () => {
  fakeServer.answer(() => ({ status: 401, body: { success: false } }))
  await openAt('/settings')
  await waitFor(() => expect(readToken()).toBeNull())
})

test('changes the theme, which the page shows at once', async () => {
  await openAt('/settings')
  const theme = await screen.findByRole('combobox', { name: 'Theme' })
  expect(
    within(theme)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Match system', 'Light', 'Dark'])
  fireEvent.change(theme, { target: { value: 'dark' } })
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  fireEvent.change(theme, { target: { value: 'system' } })
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual([undefined, null])
})

test('lists the keys of all screens, searches and changes them, and switches single letters off', async () => {
  keysList.isShown = true
  const router = await openAt('/settings')
  const search = await screen.findByRole('searchbox', { name: 'Search the keys' })
  expect(screen.getByText('Next row').closest('li')?.textContent).toContain('Only in a list')
  fireEvent.change(search, { target: { value: 'pack order items' } })
  expect(screen.queryByText('Next row')).toBeNull()
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  const change = screen.getByRole('button', { name: 'Change key of Pack order items' })
  expect(document.activeElement).toBe(change)
  fireEvent.click(change)
  // A recorded key runs nothing; on the page itself `u` leads back.
  fireEvent.keyDown(change, { key: 'u', code: 'KeyU' })
  expect(change.parentElement?.textContent).toContain('Back to where you came from')
  fireEvent.keyDown(change, { key: 'Escape', code: 'Escape' })
  expect(router.state.location.pathname).toBe('/settings')
  expect(screen.getByRole('button', { name: 'Change key of Pack order items' })).toBe(change)
  fireEvent.click(change)
  fireEvent.keyDown(change, { key: 'b', code: 'KeyB' })
  fireEvent.keyDown(change, { key: 'Enter', code: 'Enter' })
  expect(screen.getByText('Pack order items').closest('li')?.textContent).toContain('b')
  fireEvent.click(screen.getByRole('button', { name: 'Reset all keys' }))
  expect(screen.getByText('Pack order items').closest('li')?.textContent).toContain('p')

  const single = screen.getByRole('checkbox', { name: 'Single-letter keys' })
  fireEvent.click(single)
  expect(commandContext().singleKeys).toBe(false)
  fireEvent.click(single)
  expect(commandContext().singleKeys).toBe(true)
})
