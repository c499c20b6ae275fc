import type { ListedArrival } from '../../src/contract/arrivals.ts'
import type { Capability } from '../../src/contract/capabilities.ts'
import type { Consignment } from '../../src/contract/consignments.ts'
import type { ExportRequest } from '../../src/contract/exports.ts'
import type { HistoryKind } from '../../src/contract/history.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { PrintDocument } from '../../src/contract/printing.ts'
import type { SavedView } from '../../src/contract/saved-views.ts'
import type { OrderDialogName } from '../../src/domain/orders/order-actions.ts'
import type { RecordKind } from '../../src/domain/records/record-kind.ts'
import type { Given } from '../../src/domain/sentences/arguments.ts'
import type { Step } from '../../src/domain/sentences/order-steps.ts'
import type { RecordTarget, Targets, Undoable } from './targets.ts'

/** The actions that can run on several orders at once. */
export const BULK_ACTIONS = ['record-payment', 'pack', 'pack-on-account'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/**
 * What a printer is chosen for: the labels or the A4 documents of this workstation, or one document now. `named`: what was
 * typed for the printer.
 */
export type PrinterChoice =
  | { kind: 'label-printer' | 'paper-printer' }
  | { kind: 'print'; document: PrintDocument; named?: string }

/** What was typed after the verb of a command (PAL-10). */
export interface Typed {
  /** Values of the dialog's fields. */
  given?: Given | undefined
  /** Whether the dialog is confirmed as soon as it is open. */
  isConfirmed?: boolean
  /** Whether a word was not understood, or values contradict each other. */
  isDoubtful?: boolean
  /** Several steps in one sentence (PAL-13). */
  steps?: readonly Step[] | undefined
  /** How the order is shipped after the steps. */
  ship?: Given | undefined
  /** Whether the user has not seen the records, of a list or of orders that were named: they are shown first (PAL-16). */
  isUnseen?: boolean | undefined
  /** The export of the list whose first page the records are, for a command that acts on the whole list (PAL-16). */
  whole?: ExportRequest | undefined
}

/** What was typed for a consignment of an order (PAL-18). */
export interface AskedShipping {
  order: string
  /** Whether it is another consignment of a shipped order. */
  isAnother: boolean
  given: Given
  /** Whether its prices are requested at once. */
  isPriced: boolean
}

/** The dialogs that a command can open. */
export type DialogRequest =
  | ({ name: OrderDialogName; order: Order } & Typed)
  /** Several steps on each of the orders; `ship`: how the only one is shipped after them. */
  | {
      name: 'order-steps'
      orders: readonly Order[]
      steps: readonly Step[]
      isConfirmed: boolean
      ship?: Given | undefined
    }
  | { name: 'bulk-orders'; action: BulkAction; orders: readonly Order[]; given?: Given | undefined }
  /** Each order is priced and booked with the courier that a rule prefers, otherwise with the cheapest. */
  | { name: 'book-orders'; orders: readonly Order[] }
  /** The labels of consignments as one job. `isAsked`: the user confirms it first. */
  | { name: 'print-labels'; consignments: readonly Consignment[]; isAsked: boolean }
  /** The outcome of an interrupted bulk run. */
  | { name: 'bulk-outcome' }
  | { name: 'keys' }
  /** A file is chosen, previewed and loaded. */
  | { name: 'import' }
  /** Names the filters of a list. */
  | { name: 'save-view'; list: string; address: string }
  | { name: 'history'; kind: HistoryKind; code: string }
  | { name: 'choose-printer'; choice: PrinterChoice }
  /** Takes refused records, or leaves refused records and files out. */
  | { name: 'take-arrivals' | 'leave-out'; arrivals: readonly ListedArrival[] }
  | (Question & {
      name: 'confirm'
      dangerous: boolean
      onConfirm(): void
      onCancel(): void
    })

/** The question asked before an irreversible command. */
export interface Question {
  title: string
  text: string
  /** The subject, below the text: 'Consignment COC00014123'. */
  subject?: string
  confirmLabel: string
}

export type NoticeTone = 'error' | 'warning' | 'success' | 'info'

/** The target of a notice's link: a path of the console. */
export interface NoticeLink {
  label: string
  path: string
}

/** The paths of the console's screens. */
export interface Places {
  arrivals(): string
  emails(): string
  jobs(): string
  newJob(): string
  notes(): string
  quotes(): string
  settings(): string
  /** The couriers of the end of the day, or the late consignments. */
  endOfDay(tab?: 'late'): string
  /** The list of a kind of record. */
  list(kind: RecordKind): string
  /** The screen of a record, by the id in its address. */
  record(kind: RecordKind, id: string, tab?: string): string
  newConsignment(): string
  /** The form for another consignment of a shipped order. */
  anotherConsignment(code: string): string
  /** The list of pick runs, and one of them. */
  pickRuns(): string
  pickRun(id: string): string
  /** The ship station, which may follow a pick run. */
  ship(run?: string): string
  signOut(): string
}

/** The next order to ship. It follows the list of orders that the order before was opened from. */
export interface NextToShip {
  /** Null if no other order is ready to be shipped. */
  code: string | null
  /** If the list has no other: the code of the order that has been ready for longest outside of it; null if none is. */
  outside: string | null
}

/** An order that could not be undone, and why. */
export interface NotUndone {
  code: string
  reason: string | null
}

/** The effects that a command may have. Commands receive them as an argument and import none. */
export interface CommandEffects {
  /**
   * @param move `adjacent` is the previous or next record, which keeps the back target. `onward` is the next order to
   * ship, whose back target is that of the order before. `undone` is the form of a booking that was undone, which keeps
   * its back target.
   */
  navigate(path: string, move?: 'adjacent' | 'onward' | 'undone'): void
  /** Opens the form of a consignment and fills in what was typed for it. */
  openForm(path: string, asked: AskedShipping): void
  openInNewTab(path: string): void
  /** Opens the program for an address: the mail program for `mailto:`, the dialer for `tel:`. */
  openProgram(address: string): void
  /**
   * The record whose screen is open now; null if the user is leaving it. A context, in contrast, does not change
   * while its command runs.
   */
  openRecord(): RecordTarget | null
  openDialog(dialog: DialogRequest): void
  openPalette(text?: string): void
  /** @param about codes of the order and the consignment that it is about: their notices are shown as one */
  notify(tone: NoticeTone, text: string, link?: NoticeLink | null, about?: readonly string[]): void
  /**
   * Copies a text, of several records with a line for each, and notifies the user whether that was possible.
   * @param several what the lines are: '3 phone numbers'. Default: codes
   */
  copy(text: string, several?: string): Promise<void>
  /** Prints a consignment's labels in their real size. Rejects if they cannot be loaded. */
  printLabels(code: string): Promise<void>
  /** Today's consignments whose labels have not been printed. Rejects if the server refuses. */
  awaitingLabels(): Promise<readonly Consignment[]>
  /** Saves a list as a file in CSV. Rejects if the server refuses. */
  exportCsv(request: ExportRequest): Promise<void>
  /** Makes a pick run of a list of orders. Returns its number. Rejects if the server refuses. */
  makePickRun(filter: Extract<ExportRequest, { list: 'orders' }>['filter']): Promise<string>
  /**
   * Prints a document on this workstation's printer or, without one or if requested, in the browser. Notifies of the
   * outcome. Rejects if it cannot be loaded for the browser.
   */
  print(document: PrintDocument, where?: 'browser'): Promise<void>
  /** Switches a choice of this workstation. Returns whether it is now on. */
  toggleAtWorkstation(choice: 'printWhenBooked' | 'sound'): boolean
  /** Deletes a consignment. Rejects if the server refuses. */
  deleteConsignment(consignment: Pick<Consignment, 'tracking_code'>): Promise<void>
  /** The order to ship after another one, whose code may be blank. */
  nextToShip(after: string): Promise<NextToShip>
  /** Undoes steps of orders. Returns the orders that cannot be undone. Rejects if the server refuses. */
  undo(done: Undoable): Promise<readonly NotUndone[]>
  /** Ends the skip of an order, and notifies the user. Rejects if the server refuses. */
  unskip(code: string): Promise<void>
  /**
   * Takes over what the source of an order wants, or keeps the order as it is, and notifies the user. Rejects if the server
   * refuses.
   */
  decideOnSource(code: string, decision: 'take' | 'keep'): Promise<void>
  /** The courier's tracking page of a consignment; null if there is none. Rejects if its order cannot be loaded. */
  trackingPage(consignment: Consignment): Promise<string | null>
  /** Moves the focus from a field to the rows, or else the heading, of the screen. */
  leaveField(): void
  toggleTheme(): void
  setSingleKeys(on: boolean): void
}

/** The topmost layer, which decides which keys work. */
export type Layer = 'page' | 'palette' | 'menu' | 'dialog'

/** The user's custom shortcuts, by command id. */
export type Shortcuts<Id extends string = string> = Readonly<Partial<Record<Id, string>>>

export interface CommandContext {
  /** Path of the screen, without its query. */
  path: string
  layer: Layer
  /** Whether a field has the focus. */
  typing: boolean
  /** Whether single-letter keys are switched on (WCAG 2.1.4). */
  singleKeys: boolean
  customShortcuts: Shortcuts
  /** The user's saved views in their order; none where the back end has none. */
  savedViews: readonly SavedView[]
  /** The codes of the consignments that are being deleted, so that no request is sent twice. */
  deleting: ReadonlySet<string>
  /** Capabilities of the back end beyond the core calls (API-1). */
  capabilities: ReadonlySet<Capability>
  targets: Partial<Targets>
  /** What was typed after the verb; absent unless the palette runs the command. */
  typed?: Typed
  places: Places
  effects: CommandEffects
}
