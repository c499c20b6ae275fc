import { expect, test, vi } from 'vitest'
import type { CourierDayTarget } from '../../commands/engine/targets.ts'
import { commandById } from '../../commands/index.ts'
import type { CourierDay } from '../../src/contract/end-of-day.ts'
import { contextWith } from './example-context.ts'

type Outcome = Awaited<ReturnType<CourierDayTarget['close']>>

/** A courier with these open consignments. */
function courier(name: string, open: string[], outcome: Outcome = { outcome: 'closed', pickup: null }) {
  const day: CourierDay = {
    ...{ courier: name, provider: name, provider_name: name, branch: 'auckland' },
    ...{ consignments: open.length, pieces: 0, weight: 0, open },
    ...{ unconfirmed: [], closed_at: null, pickup: null, cut_off: null },
  }
  return { day, printRunSheet: vi.fn(async () => undefined), close: vi.fn(async () => outcome) }
}

const CLOSE = commandById('courier-day.close')
const CLOSE_ALL = commandById('courier-day.close-all')

test('all couriers that are open are closed, after one question', async () => {
  const swift = courier('Swift', ['A1', 'A2'], { outcome: 'closed', pickup: 'Pick-up: Booked #1' })
  const sure = courier('Sure', ['B1'])
  const done = courier('Done', [])
  const context = contextWith({ courierDay: sure, allCourierDays: [swift, done, sure] })
  expect(CLOSE_ALL.titleIn(context)).toBe('Close all 2')
  expect(CLOSE_ALL.question(context)).toMatchObject({
    subject: '2 couriers: 3 consignments',
    confirmLabel: 'Close all 2',
  })
  await CLOSE_ALL.run(context)
  expect([swift, done, sure].map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 1])
  expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
    'success',
    '2 couriers: closed. Swift, Auckland: closed. Pick-up: Booked #1',
  )
})

test('a courier that is refused or not confirmed does not stop the others', async () => {
  const refused = courier('Swift', ['A1'], { outcome: 'refused', reason: 'The site has no manifests.' })
  const unconfirmed = courier('Sure', ['B1'], { outcome: 'unconfirmed', pickup: null })
  const last = courier('Last', ['C1'])
  const context = contextWith({ allCourierDays: [refused, unconfirmed, last] })
  await CLOSE_ALL.run(context)
  expect(vi.mocked(context.effects.notify).mock.calls).toEqual([
    ['error', 'Swift, Auckland: The site has no manifests.'],
    ['warning', expect.stringMatching(/^Sure, Auckland: The courier did not confirm the manifest\./)],
    ['success', 'Last, Auckland: closed.'],
  ])
})

test('with selected couriers, commands act on those, and ask first', async () => {
  const [one, two, other] = [courier('One', ['A1']), courier('Two', ['B1']), courier('Other', ['C1'])]
  const context = contextWith({
    courierDay: other,
    courierDays: [one, two],
    allCourierDays: [one, two, other],
  })
  expect(CLOSE.titleIn(context)).toBe('Close selected couriers')
  expect(CLOSE.question(context)).toMatchObject({ subject: '2 couriers: 2 consignments' })
  expect(CLOSE_ALL.availability(context).state).toBe('hidden')
  await CLOSE.run(context)
  await commandById('courier-day.print').run(context)
  for (const target of [one, two]) {
    expect(target.close).toHaveBeenCalledOnce()
    expect(target.printRunSheet).toHaveBeenCalledOnce()
  }
  expect([other.close, other.printRunSheet].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('a closed courier says so, alone, selected and among all', () => {
  const closed = [courier('One', []), courier('Two', [])]
  const reason = (command: typeof CLOSE, targets: Parameters<typeof contextWith>[0]) =>
    command.availability(contextWith(targets))
  const [first] = closed
  expect(reason(CLOSE, first ? { courierDay: first } : {})).toEqual({
    state: 'blocked',
    reason: 'The courier is closed already',
  })
  expect(reason(CLOSE, { ...(first && { courierDay: first }), courierDays: closed })).toEqual({
    state: 'blocked',
    reason: 'All 2 selected couriers are closed already',
  })
  expect(reason(CLOSE_ALL, { allCourierDays: closed })).toEqual({
    state: 'blocked',
    reason: 'All couriers are closed already',
  })
})

test('with one courier, there is no command for all', () => {
  expect(CLOSE_ALL.availability(contextWith({ allCourierDays: [courier('One', ['A1'])] })).state).toBe(
    'hidden',
  )
})
