import type { Order } from '../../src/contract/orders.ts'
import { kindFacts, type RecordKind, type Records } from '../../src/domain/records/record-kind.ts'

/** A row list in view, as commands see it. */
export interface ListTarget {
  /** What the rows are, in the plural: 'orders'. */
  noun: string
  move(to: ListMove): void
  /** Opens the active row's record. Not there where rows lead nowhere. */
  openActive?(): void
  /** Not there where the list has no search. */
  focusSearch?(): void
  /** Not there where the list has no filters. */
  focusFilters?(): void
  /** Gives the rows the focus back, so that Esc leaves the search field for them. */
  focusRows?(): void
  page: number
  hasNextPage: boolean
  /** Why it is not known whether there is a next page; null when it is. */
  nextUnknown?: 'loading' | 'failed' | null
  goToPage(page: number): void
  isEmpty: boolean
  /** Selects rows. Not there where a list has nothing to do with several at once. */
  select?(change: SelectionChange): void
  /** Opens a look at the active row beside the list, where there is one. */
  peek?(): void
}
export type ListMove = 'next' | 'previous' | 'next-page' | 'previous-page' | 'first' | 'last'
/** The active row in or out, up to its neighbour, or every row of the page. */
export type SelectionChange = 'toggle' | 'to-next' | 'to-previous' | 'page'

/** The selected rows of the list in view, at least one. */
export interface SelectionTarget {
  count: number
  clear(): void
}

/** The look at the active row that is open beside the list. */
export interface PeekTarget {
  close(): void
}

/** An open record's own screen: where to go back to, the adjacent records of the list, its tabs. */
export interface RecordTarget {
  /** Once it is there, it is the target of that name. Null on a screen that has a way back to a list and no record. */
  kind: RecordKind | null
  /** What its address is made of: its code, or the id that stands for it there. */
  code: string
  /** It is on its way: keys that act on it wait for it. */
  loading: boolean
  /** Path of the screen that the user came from, or of the list that the record is in, with its filters. */
  back: string
  /** Paths of the adjacent records in that list; null at its ends or when it is not known. */
  next: string | null
  previous: string | null
  /** Why an adjacent record is not known: the page of the list that it would be on is loading, or has failed. */
  adjacentPage?: 'loading' | 'failed' | null
  /** Path of one of the record's tabs, keeping where it was opened from. */
  tab?(name: string): string
}

/** The labels of a consignment, shown one under the other. */
export interface LabelsTarget {
  count: number
  /** The one that is marked, from 1. */
  current: number
  show(label: number): void
}

/** An open dialog that can be confirmed and cancelled from the keyboard. */
export interface DialogTarget {
  title: string
  confirmLabel: string
  confirm(): void
  cancel(): void
  /** The reason why it cannot be confirmed right now, null when it can. */
  blocked: string | null
}

/** A menu of actions on the screen that the `.` key opens. */
export interface ActionsTarget {
  label: string
  open(): void
}

/** The open menu of commands: their keys work in it. */
export interface MenuTarget {
  /** Of the commands that it offers. */
  ids: readonly string[]
  /** What was there when it was opened: they act on that. */
  targets: Partial<Targets>
  /** Closes it and runs one of them. */
  choose(id: string): void
}

/** The consignment form in view. */
export interface ConsignmentFormTarget {
  /** Nothing can be entered or priced before the address is verified or manual. */
  unverified: boolean
  searchAddress(): void
  getOptions(): void
  /** The reason why freight options cannot be asked for right now, null when they can. */
  noOptions: string | null
}

/** The parcel table of that form. */
export interface ParcelsTarget {
  rows: number
  /** The id of the row that has the focus. */
  row: string | null
  /** The reason why nothing can be entered yet, null when it can. */
  locked: string | null
  add(): void
  remove(row: string): void
  reset(): void
  /** Brings back what the reset has cleared; null when there is nothing. */
  undoReset: (() => void) | null
}

/** The date field that has the focus, or whose calendar is open. */
export interface DayTarget {
  calendarOpen: boolean
}

/** Notices that are shown over the screen. */
export interface NoticesTarget {
  /** One of them stays until it is dismissed: an error, or one under the pointer or with the focus. */
  waits: boolean
  /** Puts the one away that waits, else the newest. */
  dismiss(): void
}

/** The open search for an address. */
export interface AddressSearchTarget {
  text: string
}

/** The open panel of freight options. */
export interface FreightTarget {
  options: number
  /** The reason why nothing can be booked right now, null when it can. */
  blocked: string | null
  chooseCheapest(): void
  consign(): void
}

/** Two lists that share one screen. */
export interface TabsTarget {
  /** Path of the one that is not shown. */
  other: string
}

/** The user's sessions, listed on the settings screen. */
export interface SessionsTarget {
  /** How many there are besides this one. */
  others: number
  /** Ends them; rejects when that is refused. */
  endOthers(): Promise<void>
}

/** The New Job form. */
export interface JobTarget {
  reset(): void
}

/**
 * What commands act on: the open record or the active row of a list of records, and the parts of the screen. A context
 * holds those that are there at this moment; of the kinds of record one at most, but for a customer's screen, which
 * lists their orders.
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
  freight: FreightTarget
  /** The selected rows of an orders list, at least one. */
  orders: readonly Order[]
  tabs: TabsTarget
  job: JobTarget
  sessions: SessionsTarget
}
export type TargetName = keyof Targets

/** The code of the record of a kind that commands act on; null while there is none. */
export function codeAmong<Kind extends RecordKind>(targets: Partial<Records>, kind: Kind): string | null {
  const record: Partial<Records>[Kind] = targets[kind]
  return record === undefined ? null : kindFacts(kind).code(record)
}

/** The codes of the records of a kind that commands act on, one a line: of all selected ones, if any. */
export function codesAmong(targets: Partial<Targets>, kind: RecordKind): string | null {
  const selected = kind === 'order' ? targets.orders : undefined
  return selected ? selected.map(({ code }) => code).join('\n') : codeAmong(targets, kind)
}
