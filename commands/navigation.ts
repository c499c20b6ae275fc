import type { Capability } from '../src/contract/capabilities.ts'
import { capitalised } from '../src/domain/format/text.ts'
import { LISTS } from '../src/domain/records/record-kind.ts'
import { type Command, defineCommand, type IconName } from './engine/command.ts'
import type { Places } from './engine/context.ts'

interface GoTo<Name extends string> {
  name: Name
  title: string
  icon: IconName
  path(places: Places): string
  /** Other names of the screen. */
  verbs?: readonly string[]
  /** The key after `g`. */
  key?: string
  capability?: Capability
}

/** Declares the command that opens a screen. */
export function goTo<Name extends string>(parts: GoTo<Name>): Command<`go.${Name}`> {
  const { name, title, icon, path, verbs = [], key, capability } = parts
  return defineCommand({
    id: `go.${name}`,
    title,
    section: 'Go to',
    icon,
    keywords: ['go', 'open', 'list'],
    verbs,
    ...(key !== undefined && { keys: [`g ${key}`] }),
    ...(capability && { capability }),
    run: ({ effects, places }) => effects.navigate(path(places)),
  })
}

export const navigationCommands = [
  ...LISTS.map(({ kind, noun, key, icon }) =>
    goTo({ name: noun, title: capitalised(noun), icon, path: ({ list }) => list(kind), key }),
  ),
  goTo({ name: 'emails', title: 'Emails', icon: 'email', path: ({ emails }) => emails(), key: 'e' }),
  goTo({
    name: 'arrivals',
    title: 'Arrivals',
    icon: 'arrival',
    path: ({ arrivals }) => arrivals(),
    verbs: ['arrived', 'inbox', 'incoming', 'refused', 'refused records', 'imports', 'sources'],
    key: 'a',
    capability: 'arrivals',
  }),
  goTo({
    name: 'end-of-day',
    title: 'End of day',
    icon: 'manifest',
    path: ({ endOfDay }) => endOfDay(),
    verbs: [
      'eod',
      'end of the day',
      'manifest',
      'manifests',
      'run sheet',
      'run sheets',
      'close the day',
      'handover',
    ],
    key: 'd',
    capability: 'end-of-day',
  }),
  goTo({
    name: 'late',
    title: 'Late consignments',
    icon: 'manifest',
    path: ({ endOfDay }) => endOfDay('late'),
    verbs: [
      'late',
      'late parcels',
      'late deliveries',
      'late orders',
      'overdue',
      'delayed',
      'not picked up',
      'missed pick up',
    ],
    capability: 'end-of-day',
  }),
  goTo({
    name: 'ship',
    title: 'Ship station',
    icon: 'label',
    path: ({ ship }) => ship(),
    verbs: ['scan', 'scan orders', 'scanner', 'scan station', 'station'],
    key: 'k',
  }),
  goTo({ name: 'notes', title: 'Notes', icon: 'note', path: ({ notes }) => notes() }),
  goTo({ name: 'quotes', title: 'Quotes', icon: 'quote', path: ({ quotes }) => quotes() }),
  goTo({ name: 'jobs', title: 'Jobs', icon: 'job', path: ({ jobs }) => jobs() }),
  goTo({ name: 'settings', title: 'Settings', icon: 'settings', path: ({ settings }) => settings() }),
]
