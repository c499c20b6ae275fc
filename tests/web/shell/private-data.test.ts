import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteRecordsExcept, lastStoredAt } from '../../../src/web/record-index/stored-records.ts'
import { guardPrivateData } from '../../../src/web/shell/private-data.ts'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { HEMI, MERE } from '../state/tokens.ts'

// The page of these tests has no IndexedDB.
vi.mock('../../../src/web/record-index/stored-records.ts', () => ({
  deleteRecordsExcept: vi.fn(() => Promise.resolve()),
  lastStoredAt: vi.fn(() => Promise.resolve(0)),
}))

const HOUR = 60 * 60_000
const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const DRAFT = 'draft:Mere@Example.com:record-payment/1'

/** Whether the draft is stored, and whose index the last deletion kept: '' for nobody's. */
const left = () => [localStorage.getItem(DRAFT) !== null, vi.mocked(deleteRecordsExcept).mock.lastCall?.[0]]

beforeAll(() => {
  vi.useFakeTimers({ now: NOON })
  guardPrivateData()
})
afterAll(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  vi.setSystemTime(NOON)
  vi.mocked(lastStoredAt).mockResolvedValue(NOON)
  storeToken(MERE)
  localStorage.setItem(DRAFT, '{"reference":"typed"}')
  vi.mocked(deleteRecordsExcept).mockClear()
})

// V14.3.1
describe('the data of a user', () => {
  test('is deleted at sign-out', () => {
    endSession()
    expect(left()).toEqual([false, ''])
  })

  test('is deleted at sign-out also if the session had expired before', () => {
    expireSession()
    expect(left()).toEqual([true, undefined])
    endSession()
    expect(left()).toEqual([false, ''])
  })

  test('is left to this user alone after the session expired', () => {
    expireSession()
    storeToken(MERE)
    expect(left()).toEqual([true, 'Mere@Example.com'])
    expireSession()
    storeToken(HEMI)
    expect(left()).toEqual([false, 'hemi@example.com'])
  })
})

test('an index that was last stored a day ago is deleted once no session is valid, and drafts are kept', async () => {
  await vi.advanceTimersByTimeAsync(24 * HOUR)
  expect(deleteRecordsExcept).not.toHaveBeenCalledWith('')
  vi.setSystemTime(NOON)
  expireSession()
  await vi.advanceTimersByTimeAsync(23 * HOUR)
  expect(deleteRecordsExcept).not.toHaveBeenCalledWith('')
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(left()).toEqual([true, ''])
})
