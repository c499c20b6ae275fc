import { expect, test } from 'vitest'
import { readCapabilities } from '../../src/contract/capabilities.ts'

test.each([
  ['', []],
  ['sessions', ['sessions']],
  ['of-a-newer-server sessions', ['sessions']],
  ['sessionsandmore', []],
])('reads the capabilities %j', (content, expected) => {
  expect([...readCapabilities(content)]).toEqual(expected)
})
