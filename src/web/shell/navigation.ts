import {
  ClipboardCheck,
  ClipboardList,
  Factory,
  type LucideIcon,
  Mail,
  Package,
  ScanBarcode,
  Settings,
  Truck,
  Users,
} from 'lucide-react'
import type { CommandId } from '../../../commands/index.ts'
import type { Capability } from '../../contract/capabilities.ts'
import { paths } from '../routing/paths.ts'

export interface NavigationEntry {
  label: string
  path: string
  /** The command that opens it. Its keys are shown in the entry. */
  command: CommandId
  /** The capability that its screen needs. */
  capability?: Capability
  Icon: LucideIcon
}

/** The sidebar (NAV-5), in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { label: 'Consignments', path: paths.list('consignment'), command: 'go.consignments', Icon: Truck },
  { label: 'Customers', path: paths.list('customer'), command: 'go.customers', Icon: Users },
  { label: 'Emails', path: paths.emails(), command: 'go.emails', Icon: Mail },
  { label: 'Orders', path: paths.list('order'), command: 'go.orders', Icon: ClipboardList },
  { label: 'Products', path: paths.list('product'), command: 'go.products', Icon: Package },
  { label: 'Suppliers', path: paths.suppliers(), command: 'go.suppliers', Icon: Factory },
]

/** Beneath the six entries, under this heading: the screens of the dispatch floor, which are no lists. */
export const FLOOR_HEADING = 'Dispatch floor'
export const FLOOR: readonly NavigationEntry[] = [
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
