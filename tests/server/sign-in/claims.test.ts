import { expect, test } from 'vitest'
import { staffFrom } from '../../../src/server/sign-in/provider.ts'

test.each([
  [
    { email: 'a@example.com', given_name: 'Aroha', name: 'Aroha Ngata' },
    'Aroha',
    'Aroha Ngata',
    'a@example.com',
  ],
  [{ email: 'a@example.com', name: 'Wiremu Te Kanawa' }, 'Wiremu', 'Wiremu Te Kanawa', 'a@example.com'],
  [{ email: 'a@example.com', given_name: 'Tāne' }, 'Tāne', 'Tāne', 'a@example.com'],
  [{ email: 'mere.parata@example.com' }, 'mere.parata', 'mere.parata', 'mere.parata@example.com'],
  [{ email: ' a@example.com ', given_name: '  ', name: '' }, 'a', 'a', 'a@example.com'],
  [{ preferred_username: 'UPPER@EXAMPLE.COM', name: 'U' }, 'U', 'U', 'UPPER@EXAMPLE.COM'],
  [
    { email: 'mail@example.com', preferred_username: 'login@example.com' },
    'mail',
    'mail',
    'mail@example.com',
  ],
  [{ email: 42, preferred_username: 'login@example.com', name: 7 }, 'login', 'login', 'login@example.com'],
])('claims %j', (claims, givenName, name, email) => {
  expect(staffFrom('id', claims)).toEqual({ id: 'id', givenName, name, email })
})

test.each([
  [{}],
  [{ name: 'Mere' }],
  [{ email: '' }],
  [{ email: null }],
  [{ preferred_username: '+64210000000' }],
])('claims without an e-mail: %j', (claims) => {
  expect(staffFrom('id', claims)).toBeNull()
})

// BIZ-3
test('roles and groups of the organisation make no difference: there is one kind of staff', () => {
  const claims = { email: 'a@example.com', name: 'Aroha Ngata' }
  const ranked = { ...claims, roles: ['Admin'], groups: ['warehouse'], wids: ['global-administrator'] }
  expect(staffFrom('id', ranked)).toEqual(staffFrom('id', claims))
})
