import { ClipboardCheck, Inbox, type LucideIcon, ScanBarcode, Settings, ShoppingBasket } from 'lucide-react'
import type { CommandId } from '../../../commands/index.ts'
import type { Capability } from '../../contract/capabilities.ts'
import { capitalised } from '../../domain/format/text.ts'
import { LISTS } from '../../domain/records/record-kind.ts'
import { ICONS } from '../commands/command-icon.tsx'
import { paths } from '../routing/paths.ts'

export interface NavigationEntry {
  label: string
  path: string
  /** The command that opens it. Its keys are shown in the entry. */
  command: CommandId
  /** The capability that its screen needs. */
  capability?: Capability
  Icon: LucideIcon
  /** What is counted after the label. */
  counts?: 'arrivals'
}

/** The sidebar (NAV-5): the lists, in the order of their names. */
export const NAVIGATION: readonly NavigationEntry[] = [
  ...LISTS.map(({ kind, noun, icon }) => ({
    label: capitalised(noun),
    path: paths.list(kind),
    command: `go.${noun}` as const,
    Icon: ICONS[icon],
  })),
  { label: 'Emails', path: paths.emails(), command: 'go.emails' as const, Icon: ICONS.email },
].toSorted((one, other) => (one.label < other.label ? -1 : 1))

/** Beneath the lists of records, under this heading: the screens of the dispatch floor, which are no lists. */
export const FLOOR_HEADING = 'Dispatch floor'
export const FLOOR: readonly NavigationEntry[] = [
  {
    label: 'Arrivals',
    path: paths.arrivals(),
    command: 'go.arrivals',
    capability: 'arrivals',
    Icon: Inbox,
    counts: 'arrivals',
  },
  {
    label: 'Pick runs',
    path: paths.pickRuns(),
    command: 'go.pick-runs',
    capability: 'pick-runs',
    Icon: ShoppingBasket,
  },
  { label: 'Ship station', path: paths.ship(), command: 'go.ship', Icon: ScanBarcode },
  {
    label: 'End of day',
    path: paths.endOfDay(),
    command: 'go.end-of-day',
    capability: 'end-of-day',
    Icon: ClipboardCheck,
  },
]

/** Only in the drawer of small screens; elsewhere it is in the user menu alone. */
export const SETTINGS_ENTRY: NavigationEntry = {
  label: 'Settings',
  path: paths.settings(),
  command: 'go.settings',
  Icon: Settings,
}

/** Whether an entry is current: the path begins with its route, or equals it for the root (NAV-5). */
export function isCurrent(route: string, path: string): boolean {
  return route === '/' ? path === '/' : path === route || path.startsWith(`${route}/`)
}
