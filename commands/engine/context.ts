import type { Capability } from '../../src/contract/capabilities.ts'
import type { Consignment } from '../../src/contract/consignments.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { RecordKind } from '../../src/domain/records/record-kind.ts'
import type { RecordTarget, Targets } from './targets.ts'

/** What can be done to several orders in one run. */
export type BulkAction = 'record-payment' | 'pack'

/** The dialogs that a command can open. */
export type Dialog =
  | { name: 'record-payment' | 'pack-order' | 'record-collection' | 'add-tracking'; order: Order }
  | { name: 'bulk-orders'; action: BulkAction; orders: readonly Order[] }
  /** What came of such a run when it was cut short. */
  | { name: 'bulk-outcome' }
  | { name: 'keys' }
  | {
      name: 'confirm'
      title: string
      text: string
      /** What it is asked about, where the text does not say it. */
      subject?: string
      confirmLabel: string
      dangerous: boolean
      onConfirm(): void
      onCancel(): void
    }

export type NoticeTone = 'error' | 'warning' | 'success' | 'info'

/** Where a notice leads to: a path of the console. */
export interface NoticeLink {
  label: string
  path: string
}

/** The paths of the console's screens. */
export interface Places {
  emails(): string
  jobs(): string
  newJob(): string
  notes(): string
  quotes(): string
  suppliers(tab?: 'orders'): string
  settings(): string
  /** The list of a kind of record. */
  list(kind: RecordKind): string
  /** The screen of a record, by what its address is made of. */
  record(kind: RecordKind, id: string, tab?: string): string
  newConsignment(): string
  signOut(): string
}

/** The effects that a command may have on the console. Commands receive them and import none. */
export interface CommandEffects {
  /** @param adjacent to the record next to the open one: the way back stays that one's */
  navigate(path: string, adjacent?: 'adjacent'): void
  openInNewTab(path: string): void
  /** The record whose screen is open now, unless the user is leaving it: a context does not change while its command runs. */
  openRecord(): RecordTarget | null
  openDialog(dialog: Dialog): void
  openPalette(text?: string): void
  notify(tone: NoticeTone, text: string, link?: NoticeLink): void
  copy(text: string): Promise<void>
  /** Prints a consignment's labels at their real size; rejects if they cannot be loaded. */
  printLabels(code: string): Promise<void>
  /** Deletes a consignment; rejects when it is refused. */
  deleteConsignment(consignment: Consignment): Promise<void>
  /** The courier's tracking page of a consignment; null if there is none, rejects if its order cannot be loaded. */
  trackingPage(consignment: Consignment): Promise<string | null>
  /** Moves the focus from a field to the rows or the heading of its screen. */
  leaveField(): void
  toggleTheme(): void
  setSingleKeys(on: boolean): void
}

/** The topmost layer, which decides the keys that work. */
export type Layer = 'page' | 'palette' | 'menu' | 'dialog'

/** The keys that the user gave to commands, by command id. */
export type Shortcuts<Id extends string = string> = Readonly<Partial<Record<Id, string>>>

export interface CommandContext {
  /** Path of the screen, without query. */
  path: string
  layer: Layer
  /** Whether a field has the focus. */
  typing: boolean
  /** Whether single-letter keys are switched on (WCAG 2.1.4). */
  singleKeys: boolean
  customShortcuts: Shortcuts
  /** What the back end offers beyond section 7: a command that needs one of these is hidden without it (reading 49). */
  capabilities: ReadonlySet<Capability>
  targets: Partial<Targets>
  places: Places
  effects: CommandEffects
}
