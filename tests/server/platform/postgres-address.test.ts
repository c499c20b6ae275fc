import { expect, it } from 'vitest'
import { parsePostgresAddress } from '../../../src/server/platform/postgres-address.ts'

it.each([
  ['postgres://me@db/console', 'any', ['postgres://me@db/console']],
  ['postgres:///console?host=/run/postgresql', 'any', ['postgres:///console?host=%2Frun%2Fpostgresql']],
  [
    'postgresql://me:p%40ss@one,two:5433,[::1]:5434/console?sslmode=require&target_session_attrs=read-write',
    'read-write',
    [
      'postgresql://me:p%40ss@one/console?sslmode=require',
      'postgresql://me:p%40ss@two:5433/console?sslmode=require',
      'postgresql://me:p%40ss@[::1]:5434/console?sslmode=require',
    ],
  ],
  ['postgres://one,two/x?target_session_attrs=primary', 'primary', ['postgres://one/x', 'postgres://two/x']],
] as const)('reads the servers of %s', (text, target, urls) => {
  const address = parsePostgresAddress(text)
  if ('fault' in address) throw new Error(address.fault)
  expect(address.target).toBe(target)
  expect(address.servers.map(({ url }) => url)).toEqual(urls)
})
