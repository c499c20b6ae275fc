import { describe, expect, test } from 'vitest'
import {
  canDeleteConsignment,
  consignmentStage,
  shownStage,
} from '../../../src/domain/freight/consignment-status.ts'
import { exampleConsignment } from '../example-records.ts'

const AT = '2026-11-20 14:05:00'
const dated = (dates: Record<string, string | null>) => exampleConsignment({ dates })
const deleting = (dates: Record<string, string | null> = {}) =>
  exampleConsignment({ dates, status: 'Being deleted' })

describe.each([
  [{}, 'Awaiting pick-up', 'grey'],
  [{ picked_at: null, delivered_at: ' ' }, 'Awaiting pick-up', 'grey'],
  [{ created_at: AT, manifested_at: AT }, 'Awaiting pick-up', 'grey'],
  [{ picked_at: AT }, 'Out for delivery', 'sky'],
  [{ picked_at: AT, delivered_at: AT }, 'Delivered', 'lime'],
  [{ delivered_at: AT }, 'Delivered', 'lime'],
])('with %j', (dates, label, tone) => {
  // CON-3
  test(`it is ${label}`, () => {
    expect(shownStage(consignmentStage(dated(dates)))).toEqual({ label, tone })
  })

  test('it can be deleted exactly while it awaits its pick-up', () => {
    const { offered, reason } = canDeleteConsignment(dated(dates))
    expect(offered).toBe(label === 'Awaiting pick-up')
    expect(reason).toBe(offered ? null : 'The consignment has already been picked up')
  })
})

test('one that is being deleted says so until it is picked up, and cannot be deleted again', () => {
  expect(shownStage(consignmentStage(deleting()))).toEqual({ label: 'Being deleted', tone: 'orange' })
  expect(canDeleteConsignment(deleting())).toEqual({
    offered: false,
    reason: 'The consignment is being deleted',
  })
  expect(consignmentStage(deleting({ picked_at: AT }))).toBe('out')
})

test('accepts dates outside their group', () => {
  expect(consignmentStage(exampleConsignment({ picked_at: AT }))).toBe('out')
})
