import '../api/fake-server.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { tokenOf } from '../state/tokens.ts'

setUpScreens()

test.each([
  ['name and e-mail', { given_name: 'Mere', email: 'Mere@Example.com' }, 'Mere mere@example.com'],
  ['an e-mail alone', { email: 'mere@example.com' }, 'mere@example.com'],
  ['a name alone', { given_name: 'Mere' }, 'Mere'],
  ['neither', { sub: '1' }, 'Signed in'],
])('the user menu of a token with %s has a name', async (_, claims, name) => {
  fakeServer.answer(() => ({ body: [] }))
  storeToken(tokenOf(claims))
  await openAt('/notes')
  const menus = screen.getAllByRole('button', { name }).map((button) => button.getAttribute('aria-haspopup'))
  expect(menus).toContain('menu')
  // The line of the name is never blank.
  const [line] = screen.getAllByText(name.split(' ')[0] ?? '', { exact: false })
  expect(line?.className).toContain('font-medium')
})
