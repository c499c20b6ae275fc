import type { ListedArrival } from '../../src/contract/arrivals.ts'
import type { Consignment } from '../../src/contract/consignments.ts'
import type { Carton } from '../../src/contract/dispatch.ts'
import type { CourierDay, DayClosed } from '../../src/contract/end-of-day.ts'
import type { ExportRequest } from '../../src/contract/exports.ts'
import type { Order } from '../../src/contract/orders.ts'
import type { PickRunState } from '../../src/contract/pick-runs.ts'
import type { PrintDocument } from '../../src/contract/printing.ts'
import { kindFacts, type RecordKind, type Records } from '../../src/domain/records/record-kind.ts'
import type { Stroke } from './keymap.ts'

/** The list on screen, as commands use it. */
export interface ListTarget {
  /** The plural noun of the rows: 'orders'. */
  noun: string
  move(to: ListMove): void
  /** Opens the record of the active row. Absent if rows have no record. */
  openActive?(): void
  /** Absent if the list has no search. */
  focusSearch?(): void
  /** Absent if the list has no filters. */
  focusFilters?(): void
  /** The address of its first page with its filters. Absent if they cannot be saved. */
  viewAddress?: string
  /** Focuses the rows, so that Esc leaves the search field. */
  focusRows?(): void
  page: number
  hasNextPage: boolean
  /** Why it is unknown whether there is a next page; null if it is known. */
  nextUnknown?: 'loading' | 'failed' | null
  goToPage(page: number): void
  isEmpty: boolean
  /** Selects rows. Absent if the list has no bulk commands. */
  select?(change: SelectionChange): void
  /**
   * The records to export: the selected rows, otherwise all pages of the list, or only the page shown. Absent if the list
   * cannot be exported.
   */
  exported?(of?: 'page'): ExportRequest
  /** Searches all dates for what the empty list does not find in its own. Absent with rows, or if it has all dates. */
  searchAllDates?(): void
  /** Reloads the list, including its announced new records. Absent if there are none. */
  takeNew?(): void
  /** Opens the preview pane for the active row. Absent if the list has none. */
  peek?(): void
}
export type ListMove = 'next' | 'previous' | 'next-page' | 'previous-page' | 'first' | 'last'
/** Selects or deselects the active row, extends the selection by one row, or selects the whole page. */
export type SelectionChange = 'toggle' | 'to-next' | 'to-previous' | 'page'

/** The selected rows of the list on screen, at least one. */
interface SelectionTarget {
  count: number
  clear(): void
}

/** The open preview pane of the active row. */
interface PeekTarget {
  close(): void
}

/** The open screen of a record: its back target, adjacent records and tabs. */
export interface RecordTarget {
  /**
   * The target under which the record is available once it is loaded. Null on a screen with a back target but no
   * record.
   */
  kind: RecordKind | null
  /** The id in its address, which may be its code. */
  code: string
  /** Whether the record is still loading. Keys that act on it then wait. */
  loading: boolean
  /** The back target: path of the screen that the user came from, otherwise of the record's list with its filters. */
  back: string
  /** Paths of the adjacent records in that list; null at its ends or while unknown. */
  next: string | null
  previous: string | null
  /** Why an adjacent record is unknown: its page of the list is loading, or has failed. */
  adjacentPage?: 'loading' | 'failed' | null
  /** Path of one of the record's tabs. Keeps the back target. */
  tab?(name: string): string
}

/** The pages of a consignment's labels. */
interface LabelsTarget {
  count: number
  /** The current page, from 1. */
  current: number
  show(label: number): void
}

/** An open dialog that keys can confirm and cancel. */
export interface DialogTarget {
  title: string
  confirmLabel: string
  confirm(): void
  cancel(): void
  /** Why it cannot be confirmed now; null if it can. */
  blocked: string | null
}

/** A menu of actions on the screen, opened by the `.` key. */
interface ActionsTarget {
  label: string
  open(): void
}

/** The open menu of commands. Their keys work while it is open. */
interface MenuTarget {
  /** The ids of its commands. */
  ids: readonly string[]
  /** The targets when the menu was opened, on which its commands act. */
  targets: Partial<Targets>
  /** Closes the menu and runs one of its commands. */
  choose(id: string): void
}

/** The consignment form on screen. */
export interface ConsignmentFormTarget {
  /** Whether the address must be verified by staff before parcels can be entered and priced. */
  unverified: boolean
  searchAddress(): void
  /** Says what is missing and moves to the first empty cell of the parcels; null if none is empty. */
  enterMissing: (() => void) | null
  getOptions(): void
  /** Why freight options cannot be requested now; null if they can. */
  noOptions: string | null
  /** Gives up a request that is delayed until something is loaded. Null if none is. */
  stopWaiting: (() => void) | null
}

/** The parcel table of the consignment form. */
export interface ParcelsTarget {
  rows: number
  /** The id of the focused row. */
  row: string | null
  /** The reason why nothing can be entered yet; null if it can. */
  locked: string | null
  add(): void
  remove(row: string): void
  reset(): void
  /** Restores the fields cleared by a reset; null if there are none. */
  undoReset: (() => void) | null
  /** The reason why presets cannot be filled in; null if they can, which may be before the user can type. */
  noFilling: string | null
  /** Why the customer's last parcels cannot be filled in; null if they can. */
  noLast: string | null
  fillAsLast(): void
  /** The cartons of the branch, by their numbers from 1; undefined while they are not loaded. */
  cartons: readonly Carton[] | undefined
  /** Fills in the size of a carton, by its number from 1. */
  fillPreset(number: number): void
}

/** The date field that has the focus or whose calendar is open. */
interface DayTarget {
  calendarOpen: boolean
}

/** What the screen or the open dialog failed to load. */
export interface FailureTarget {
  layer: 'page' | 'dialog'
  retry(): void
}

/** The notices shown over the screen. */
interface NoticesTarget {
  /** Whether a notice stays until dismissed: an error, or a notice with the pointer or focus. */
  waits: boolean
  /** Dismisses the notice that stays, otherwise the newest one. */
  dismiss(): void
}

/** The open address search. */
interface AddressSearchTarget {
  text: string
}

/** The open panel of freight options. */
export interface FreightTarget {
  options: number
  /** Whether the parts of the focused option's price can be shown. */
  hasParts: boolean
  /** The reason why nothing can be booked now; null if it can. */
  blocked: string | null
  /**
   * Handles a digit, also with Shift, an arrow, or an Enter that was pressed before the prices could be read. Returns
   * whether the panel has this key.
   * @param at when it was pressed, in ms
   */
  press(stroke: Stroke, at: number): boolean
  chooseCheapest(): void
  /** Chooses the option that a courier rule marks; null if none does. */
  chooseByRule: (() => void) | null
  consign(): void
}

/** The consignment that was booked last in this tab. */
export interface BookingTarget {
  code: string
  /** Whether its label was printed, or may be. */
  printed: boolean
  formPath: string
  /** Why it can no longer be undone; null if it can. */
  over: string | null
}

/** What the user has done to orders in this tab, apart from the booking of one. */
export interface Undoable {
  /** What is undone: 'Packing of order 108846'. */
  title: string
  /** The ids of its steps on the server; of bookings, the codes of the consignments. */
  steps: readonly string[]
  /** Whether it is undone by deleting consignments. */
  isBooking?: boolean
  /** Restores the typed form of a deleted consignment, by its code. */
  restoreForm?(consignment: string): void
  /** Of the orders; as many as `steps` if it is a booking. */
  codes: readonly string[]
  /** When it can no longer be undone, in ms. */
  until: number
}

/** What the user has done last. */
interface UndoTarget extends Undoable {
  /** Why it can no longer be undone; null if it can. */
  over: string | null
}

/** The ship station. */
export interface StationTarget {
  /** What Enter does: opens the typed code, books the displayed order, or requests its prices again. */
  enter: 'open' | 'book' | 'price' | null
  /** The number of priced options to choose from. */
  options: number
  /** The name of the item without a code that a space confirms; null if there is none. */
  confirms: string | null
  /** Whether `+` begins the next parcel. */
  canBeginParcel: boolean
  /** Notes the unknown bar code in Arrivals; null if none was scanned. */
  noteBarcode: (() => void) | null
  /** The order on it; null if there is none. */
  orderCode: string | null
  /** Opens a code that was scanned outside of its field. */
  scan(code: string): void
  /** Types into the scan field a text that was begun outside of it. */
  type(text: string): void
  /** Chooses the next or previous option. */
  move(step: 1 | -1): void
  /** Clears its field, message or order. Null if there is nothing to clear. */
  close: (() => void) | null
}

/** The open pick run. */
export interface PickRunTarget {
  id: string
  state: PickRunState
  /** The active line; null if there is none. */
  line: {
    /** Finds all of it, or puts all back. */
    toggle(): void
    /** Counts more or less. */
    add(amount: number): void
    /** Notes that no more than what is counted can be found, or takes that back. */
    noteShort(): void
  } | null
  /** Why it cannot be finished now; null if it can. */
  notFinished: string | null
  /** Notes the unknown bar code that was scanned; null if none was. Never rejects. */
  noteBarcode: (() => Promise<void>) | null
  /** Opens or closes the camera, which scans; null if it cannot here. */
  camera: (() => void) | null
  /** Counts what was scanned outside of a field. */
  scan(code: string): void
  /** Rejects if the server refuses. */
  end(as: 'finished' | 'given-up'): Promise<void>
}

/** Two lists that share one screen. */
interface TabsTarget {
  /** Path of the list that is not shown. */
  other: string
}

/** The user's sessions on the settings screen. */
interface SessionsTarget {
  /** Number of sessions besides this one. */
  others: number
  /** Ends the other sessions. Rejects if the server refuses. */
  endOthers(): Promise<void>
}

/** The file that is being loaded, by whichever user. */
interface ImportRunTarget {
  fileName: string
  /** Stops it after its present lot. Rejects if the server refuses. */
  stop(): Promise<void>
}

/** The last document that was printed, or that failed to print. */
export interface LastPrint {
  document: PrintDocument
}

export interface CourierDayTarget {
  day: CourierDay
  /** Prints the run sheet. Rejects if it cannot be loaded. */
  printRunSheet(): Promise<void>
  /** Sends the manifests of everything that is not manifested. A refusal is its outcome, with the reason. */
  close(): Promise<DayClosed | { outcome: 'refused'; reason: string }>
}

/** The open arrival. */
interface ArrivalTarget {
  /** Takes it as it is mended. */
  take(): void
  /** Why it cannot be taken now; null if it can. */
  blocked: string | null
  /** Applies the messages of its source again. Rejects if the server refuses. */
  replay(): Promise<void>
}

/** The New Job form. */
interface JobTarget {
  reset(): void
}

/**
 * What commands act on: the open record or the active row, and parts of the screen. Contains only the targets that
 * are currently present. At most one kind of record is present, except on the screens of a customer and of a
 * supplier, which list their orders.
 */
export interface Targets extends Records {
  list: ListTarget
  record: RecordTarget
  dialog: DialogTarget
  labels: LabelsTarget
  actions: ActionsTarget
  menu: MenuTarget
  selection: SelectionTarget
  peek: PeekTarget
  consignmentForm: ConsignmentFormTarget
  parcels: ParcelsTarget
  addressSearch: AddressSearchTarget
  day: DayTarget
  notices: NoticesTarget
  failure: FailureTarget
  freight: FreightTarget
  booking: BookingTarget
  /** The consignment of a stopped order, while a notice offers to delete it. */
  stoppedParcel: { order: string; code: string }
  undo: UndoTarget
  /** The selected rows of a list of orders, at least one. */
  orders: readonly Order[]
  /** The rows of the page of the list of orders, at least one. */
  shownOrders: readonly Order[]
  /** The selected rows of a list of consignments, at least one. */
  consignments: readonly Consignment[]
  /** The customers that a text in the palette names, at least one. */
  customers: readonly Records['customer'][]
  station: StationTarget
  pickRun: PickRunTarget
  tabs: TabsTarget
  job: JobTarget
  courierDay: CourierDayTarget
  /** The selected couriers of the end of the day, and all of them; at least one. */
  courierDays: readonly CourierDayTarget[]
  allCourierDays: readonly CourierDayTarget[]
  dayTabs: TabsTarget
  arrival: ArrivalTarget
  /** The selected refused records and files, otherwise the active or the open one; at least one. */
  arrivals: readonly ListedArrival[]
  sessions: SessionsTarget
  importRun: ImportRunTarget
  lastPrint: LastPrint
}
export type TargetName = keyof Targets

/** The code of the record of a kind that commands act on; null if there is none. */
export function codeAmong<Kind extends RecordKind>(targets: Partial<Records>, kind: Kind): string | null {
  const record: Partial<Records>[Kind] = targets[kind]
  return record === undefined ? null : kindFacts(kind).code(record)
}

/** The codes of the records of a kind that commands act on, one per line: all selected ones, if any. */
export function codesAmong(targets: Partial<Targets>, kind: RecordKind): string | null {
  if (kind === 'order' && targets.orders) return targets.orders.map(({ code }) => code).join('\n')
  if (kind === 'consignment' && targets.consignments) {
    return targets.consignments.map(({ tracking_code }) => tracking_code).join('\n')
  }
  return codeAmong(targets, kind)
}
