import { counted } from '../src/domain/format/text.ts'
import { branchLabel } from '../src/domain/freight/address.ts'
import { courierLabel } from '../src/domain/freight/couriers.ts'
import { defineCommand } from './engine/command.ts'
import type { CommandContext, Question } from './engine/context.ts'
import { offeredWhen } from './engine/rules.ts'
import type { CourierDayTarget } from './engine/targets.ts'

const section = 'End of day'
const capability = 'end-of-day'
const CLOSED = 'The courier is closed already'
const ALL_CLOSED = 'All couriers are closed already'
const UNCONFIRMED =
  'The courier did not confirm the manifest. It is not sent again unless you close the day again.'
const NO_RUN_SHEET = 'Failed to print the run sheet, please try again.'
const NOT_CLOSED = 'Failed to close the day, please try again.'

type Days = readonly CourierDayTarget[]

function nameOf({ day }: CourierDayTarget): string {
  return `${day.provider_name ?? courierLabel(day.provider)}, ${branchLabel(day.branch)}`
}

function leftIn({ day }: CourierDayTarget): number {
  return day.open.length + day.unconfirmed.length
}

function stillOpen(days: Days): Days {
  return days.filter((one) => leftIn(one) > 0)
}

function question(days: Days): Question {
  const open = stillOpen(days)
  const [only, ...others] = open
  const isAgain = open.some(({ day }) => day.unconfirmed.length > 0)
  const isOne = only !== undefined && others.length === 0
  const left = open.reduce((sum, one) => sum + leftIn(one), 0)
  const again = isOne
    ? 'The courier did not confirm its last manifest. It is asked first what it has; the rest is sent again.'
    : 'A courier that did not confirm its last manifest is asked first what it has; the rest is sent again.'
  const told = isOne
    ? 'The courier is told what it is handed. These consignments can no longer be deleted.'
    : 'The couriers are told what they are handed. These consignments can no longer be deleted.'
  return {
    title: 'Close the day',
    text: isAgain ? again : told,
    subject: `${isOne ? nameOf(only) : `${open.length} couriers`}: ${counted(left, 'consignment')}`,
    confirmLabel: isOne ? 'Close the day' : `Close all ${open.length}`,
  }
}

/** One courier after another. One that is refused or not confirmed does not stop the others, and has a notice. */
async function close(days: Days, { effects }: CommandContext): Promise<void> {
  const open = stillOpen(days)
  const closed: string[] = []
  for (const one of open) {
    const result = await one.close()
    if (result.outcome === 'refused') effects.notify('error', `${nameOf(one)}: ${result.reason}`)
    else if (result.outcome === 'unconfirmed') effects.notify('warning', `${nameOf(one)}: ${UNCONFIRMED}`)
    else closed.push([`${nameOf(one)}: closed.`, result.pickup].filter(Boolean).join(' '))
  }
  const [only, ...others] = closed
  if (only === undefined) return
  const pickups = closed.filter((words) => !words.endsWith(': closed.'))
  effects.notify(
    'success',
    others.length === 0 ? only : [`${closed.length} couriers: closed.`, ...pickups].join(' '),
  )
}

async function printAll(days: Days): Promise<void> {
  for (const one of days) await one.printRunSheet()
}

export const endOfDayCommands = [
  defineCommand({
    id: 'courier-day.print',
    title: 'Print run sheet',
    section,
    icon: 'print',
    keywords: ['driver', 'signature', 'list', 'handover'],
    verbs: ['run sheet', 'print run sheet'],
    target: 'courierDay',
    capability,
    keys: ['p'],
    first: true,
    hint: { label: 'Run sheet', group: 'next' },
    failure: NO_RUN_SHEET,
    bulk: {
      title: 'Print run sheets',
      noun: 'courier',
      selected: ({ courierDays }) => courierDays,
      run: printAll,
    },
    run: (courier) => courier.printRunSheet(),
  }),
  defineCommand({
    id: 'courier-day.close',
    title: 'Close the day',
    section,
    icon: 'manifest',
    keywords: ['manifest', 'pick-up', 'driver', 'handover'],
    verbs: ['manifest', 'close', 'close the day'],
    target: 'courierDay',
    capability,
    keys: ['m'],
    first: true,
    hint: { label: 'Close the day', group: 'next' },
    failure: NOT_CLOSED,
    bulk: {
      title: 'Close selected couriers',
      noun: 'courier',
      selected: ({ courierDays }) => courierDays,
      question,
      run: close,
    },
    blocked: (courier) => (leftIn(courier) === 0 ? CLOSED : null),
    question: (courier) => question([courier]),
    run: (courier, context) => close([courier], context),
  }),
  defineCommand({
    id: 'courier-day.print-all',
    title: 'Print all run sheets',
    section,
    icon: 'print',
    keywords: ['driver', 'signature', 'list', 'handover', 'couriers'],
    verbs: ['run sheets', 'print run sheets', 'print all run sheets'],
    target: 'allCourierDays',
    // With selected rows, another command prints those.
    hiddenWith: ['courierDays'],
    capability,
    keys: ['shift+r'],
    failure: NO_RUN_SHEET,
    offered: ({ length }) => offeredWhen(length > 1),
    titleIn: ({ length }) => `Print all ${length} run sheets`,
    run: printAll,
  }),
  defineCommand({
    id: 'courier-day.close-all',
    title: 'Close all couriers',
    section,
    icon: 'manifest',
    keywords: ['manifest', 'pick-up', 'driver', 'handover'],
    verbs: ['close all', 'close all couriers', 'manifest all'],
    target: 'allCourierDays',
    hiddenWith: ['courierDays'],
    capability,
    keys: ['shift+m'],
    hint: { label: 'Close all', group: 'next' },
    failure: NOT_CLOSED,
    offered: ({ length }) => offeredWhen(length > 1),
    titleIn: (days) => (stillOpen(days).length > 0 ? `Close all ${stillOpen(days).length}` : null),
    blocked: (days) => (stillOpen(days).length === 0 ? ALL_CLOSED : null),
    question,
    run: close,
  }),
  defineCommand({
    id: 'courier-day.other-tab',
    title: 'Switch between couriers and late consignments',
    section,
    icon: 'manifest',
    keywords: ['tab', 'late'],
    target: 'dayTabs',
    capability,
    hiddenWith: ['tabs'],
    keys: ['s'],
    hint: { label: 'Other tab', group: 'view' },
    run: ({ other }, { effects }) => effects.navigate(other),
  }),
]
