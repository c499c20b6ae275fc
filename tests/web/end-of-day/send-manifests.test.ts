import '../api/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { type CourierDay, ManifestRequest } from '../../../src/contract/end-of-day.ts'
import { sendManifests } from '../../../src/web/screens/end-of-day/end-of-day-queries.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const codes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

const dayOf = (open: string[], unconfirmed: string[]): CourierDay => ({
  ...{ courier: 'swift', provider: 'swift', provider_name: 'Swift', branch: 'auckland' },
  ...{ consignments: open.length + unconfirmed.length, pieces: 0, weight: 0 },
  ...{ open, unconfirmed, closed_at: null, pickup: null, cut_off: null },
})

/** The manifests sent to the server. */
const manifests = () => fakeServer.sent.map(({ body }) => ManifestRequest.parse(body))

beforeEach(() => storeToken(MERE))

test('more than 500 consignments are sent in one manifest after another, and the driver called with the last', async () => {
  const pickup = 'Pick-up: Booked #NC1'
  fakeServer.answer(({ body }) => ({
    body: { outcome: 'closed', pickup: ManifestRequest.parse(body).more_follow ? null : pickup },
  }))
  const open = codes('A', 1100)
  const unconfirmed = codes('U', 2)
  expect(await sendManifests(dayOf(open, unconfirmed))).toEqual({ outcome: 'closed', pickup })
  const sent = manifests()
  expect(sent.map(({ consignments }) => consignments.length)).toEqual([500, 500, 102])
  expect(sent.flatMap(({ consignments }) => consignments)).toEqual([...unconfirmed, ...open])
  // Only what is in an unconfirmed manifest may be sent again.
  expect(sent.map(({ again }) => again)).toEqual([true, false, false])
  expect(sent.map(({ more_follow }) => more_follow)).toEqual([true, true, false])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
})

test('no manifest follows one that is not confirmed', async () => {
  const outcomes = ['closed', 'unconfirmed', 'closed']
  fakeServer.answer(() => ({ body: { outcome: outcomes.shift(), pickup: null } }))
  expect((await sendManifests(dayOf(codes('A', 1500), []))).outcome).toBe('unconfirmed')
  expect(manifests()).toHaveLength(2)
})

test('no manifest follows one that is refused', async () => {
  fakeServer.answer(() =>
    fakeServer.sent.length === 2
      ? { status: 409, body: { success: false, message: 'The site has no manifests.' } }
      : { body: { outcome: 'closed', pickup: null } },
  )
  await expect(sendManifests(dayOf(codes('A', 1500), []))).rejects.toThrow('The site has no manifests.')
  expect(manifests()).toHaveLength(2)
})
