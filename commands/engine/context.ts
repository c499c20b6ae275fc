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

/** The console's own places. */
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

/** What a command may do to the console. Handed to it; a command imports none of it. */
export interface CommandEffects {
  /** @param adjacent to the record next to the open one: the way back stays that one's */
  navigate(path: string, adjacent?: 'adjacent'): void
  openInNewTab(path: string): void
  /** The record whose screen is open by now, unless that is being left: a context is as it was when its command ran. */
  openRecord(): RecordTarget | null
  openDialog(dialog: Dialog): void
  openPalette(text?: string): void
  notify(tone: NoticeTone, text: string, link?: NoticeLink): void
  copy(text: string): Promise<void>
  /** Prints a consignment's labels at their real size; rejects when they cannot be had. */
  printLabels(code: string): Promise<void>
  /** Deletes a consignment; rejects when it is refused. */
  deleteConsignment(consignment: Consignment): Promise<void>
  /** The page on which a consignment can be followed; null when there is none, rejects when its order cannot be read. */
  trackingPage(consignment: Consignment): Promise<string | null>
  /** Gives the focus of a field back to the rows or the screen around it. */
  leaveField(): void
  toggleTheme(): void
  setSingleKeys(on: boolean): void
}

/** What lies on top, and so which keys may work. */
export type Layer = 'page' | 'palette' | 'menu' | 'dialog'

/** The keys that the user gave to commands, by command id. */
export type Shortcuts<Id extends string = string> = Readonly<Partial<Record<Id, string>>>

export interface CommandContext {
  /** The path that is open, without query. */
  path: string
  layer: Layer
  /** Whether a field has the focus. */
  typing: boolean
  /** Whether single-letter keys are switched on (WCAG 2.1.4). */
  singleKeys: boolean
  ownKeys: Shortcuts
  /** What the back end offers beyond section 7: a command that needs one of these is hidden without it (reading 49). */
  capabilities: ReadonlySet<Capability>
  targets: Partial<Targets>
  places: Places
  effects: CommandEffects
}
