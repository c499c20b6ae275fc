import type { ListedArrival } from '../src/contract/arrivals.ts'
import { counted } from '../src/domain/format/text.ts'
import { defineCommand } from './engine/command.ts'

const section = 'Arrivals'
const capability = 'arrivals'

const NOT_RECORDS = 'Only refused records can be taken'

function recordsAmong(arrivals: readonly ListedArrival[]): ListedArrival[] {
  return arrivals.filter(({ type }) => type === 'record')
}

// Arrivals have no record of their own, whose keys these commands could have.
export const arrivalCommands = [
  defineCommand({
    id: 'arrival.take',
    title: 'Take the record',
    section,
    icon: 'select',
    keywords: ['load', 'accept', 'mend', 'import', 'save'],
    verbs: ['take', 'take record', 'load record'],
    target: 'arrival',
    capability,
    keys: ['mod+Enter'],
    first: true,
    hint: { label: 'Take', group: 'next' },
    blocked: (arrival) => arrival.blocked,
    run: (arrival) => arrival.take(),
  }),
  defineCommand({
    id: 'arrival.replay',
    title: 'Apply what its source sent again',
    section,
    icon: 'undo',
    keywords: ['replay', 'retry', 'message', 'webhook', 'shop', 'again'],
    verbs: ['replay', 'apply again'],
    target: 'arrival',
    capability,
    keys: ['shift+y'],
    hint: { label: 'Apply again', group: 'act' },
    failure: 'Failed to apply it again, please try again.',
    blocked: (arrival) => arrival.blocked,
    run: (arrival) => arrival.replay(),
  }),
  defineCommand({
    id: 'arrivals.take',
    title: 'Take…',
    section,
    icon: 'select',
    keywords: ['load', 'accept', 'several', 'import', 'selected'],
    verbs: ['take selected', 'take records'],
    target: 'arrivals',
    hiddenWith: ['arrival'],
    capability,
    keys: ['mod+Enter'],
    first: true,
    hint: { label: 'Take', group: 'next' },
    titleIn: (arrivals) => `Take ${counted(recordsAmong(arrivals).length, 'record')}…`,
    blocked: (arrivals) => (recordsAmong(arrivals).length === 0 ? NOT_RECORDS : null),
    run: (arrivals, { effects }) =>
      effects.openDialog({ name: 'take-arrivals', arrivals: recordsAmong(arrivals) }),
  }),
  defineCommand({
    id: 'arrivals.leave-out',
    title: 'Leave out…',
    section,
    icon: 'remove',
    keywords: ['ignore', 'dismiss', 'refuse', 'delete', 'skip', 'reason'],
    verbs: ['leave out', 'ignore record', 'dismiss'],
    target: 'arrivals',
    capability,
    keys: ['l'],
    first: true,
    hint: { label: 'Leave out', group: 'act' },
    run: (arrivals, { effects }) => effects.openDialog({ name: 'leave-out', arrivals }),
  }),
]
