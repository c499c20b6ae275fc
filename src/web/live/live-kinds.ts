import { type Consignment, getConsignment } from '../../contract/consignments.ts'
import { MOST_CODES, type Order } from '../../contract/orders.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { shownStage } from '../../domain/freight/consignment.ts'
import { isShipped, leavesByHand } from '../../domain/orders/order-status.ts'
import { standingOf } from '../../domain/orders/standing.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import type { Records } from '../../domain/records/record-kind.ts'
import { CallError, send, TOO_MANY } from '../api/client.ts'
import {
  CONSIGNMENTS_OF_ORDERS,
  consignmentQueries,
  consignmentRecord,
  END_OF_DAY,
  forgetLabels,
} from '../api/consignments.ts'
import { orderQueries, orderRecord } from '../api/orders.ts'
import { listedByCode } from '../api/orders-by-code.ts'
import { OPEN_PICK_RUNS } from '../api/pick-runs.ts'
import { targetsAtom } from '../commands/targets.ts'
import { playSound } from '../lib/sound.ts'
import { dialogAtom } from '../state/dialogs.ts'
import { awaitedDeletions, forgetBooking, sentHereAtom } from '../state/last-booking.ts'
import { forgetStop, isStopKnown, notifyStopped } from '../state/stopped-parcel.ts'
import { store } from '../state/store.ts'
import { notifyAbout } from '../state/toasts.ts'
import { workstation } from '../state/workstation.ts'

/** Consignments requested at once, and at most for one batch of changes: there is no call for several. */
const AT_ONCE = 4
const MOST_CONSIGNMENTS = 40

/** Records that were read again; `gone` contains the codes of deleted ones. */
export interface ReadAgain<One> {
  found: One[]
  gone: string[]
}

/** The kinds of record whose changes are redrawn in place. */
type LiveName = 'order' | 'consignment'

/** How the records of such a kind are read again, and where this browser shows them. */
export interface LiveKind<One> {
  kind: LiveName
  /** The most codes that are read at once. */
  most: number
  read(codes: readonly string[], signal: AbortSignal): Promise<ReadAgain<One>>
  codeOf(one: One): string
  toIndexed(one: One): IndexedRecord
  detailKey(code: string): readonly unknown[]
  /** Queries that any change may affect. The ones on screen are refetched. */
  dependent: readonly (readonly unknown[])[]
  /** A row whose record was deleted. It stays until the list is loaded again. */
  goneRow(row: One): One
  /** Called with a changed record, as this browser had it before, if staff must know at once what became of it. */
  noticed?(before: One | undefined, now: One): void
  /** Called with the code of a record that was deleted. */
  forgotten?(code: string): void
  /** The codes of records that are read again, also after changes of many, although nothing shows them. */
  followed?(): Iterable<string>
}

export const LIVE_KINDS: { readonly [Kind in LiveName]: LiveKind<Records[Kind]> } = {
  order: {
    kind: 'order',
    most: MOST_CODES,
    async read(codes, signal) {
      const { rows } = await listedByCode(codes, signal)
      return { found: rows, gone: [] }
    },
    codeOf: ({ code }) => code,
    toIndexed: orderRecord,
    detailKey: (code) => orderQueries.detail(code).queryKey,
    dependent: [OPEN_PICK_RUNS],
    goneRow: (row) => row,
    noticed: noticeStop,
    followed: () => store.get(sentHereAtom),
  },
  consignment: {
    kind: 'consignment',
    most: MOST_CONSIGNMENTS,
    read: readConsignments,
    codeOf: ({ tracking_code }) => tracking_code,
    toIndexed: consignmentRecord,
    detailKey: (code) => consignmentQueries.detail(code).queryKey,
    dependent: [CONSIGNMENTS_OF_ORDERS, END_OF_DAY],
    goneRow: (row) => ({ ...row, status: shownStage('deleting').label }),
    forgotten: forgetDeleted,
    followed: awaitedDeletions,
  },
}

export function isLiveKind(kind: string): kind is LiveName {
  return Object.hasOwn(LIVE_KINDS, kind)
}

/** Whether a request may succeed later that has failed. */
export function isTemporary(error: unknown): boolean {
  return (
    error instanceof CallError && (error.status === 0 || error.status === TOO_MANY || error.status >= 500)
  )
}

async function readConsignments(
  codes: readonly string[],
  signal: AbortSignal,
): Promise<ReadAgain<Consignment>> {
  const waiting = [...codes]
  const again: ReadAgain<Consignment> = { found: [], gone: [] }
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        again.found.push(await send(getConsignment, { path: { id }, signal }))
      } catch (error) {
        if (!(error instanceof CallError) || isTemporary(error)) throw error
        // One that cannot be read stays as it is, and the others are redrawn.
        if (error.notFound) again.gone.push(id)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return again
}

/** Restores what was typed for a consignment that was booked here, and says that its printed label is of no use (CON-13). */
function forgetDeleted(code: string): void {
  forgetLabels(code)
  if (!forgetBooking(code)) return
  notifyAbout([code], 'warning', `Consignment ${code} was deleted: throw away its printed label`)
}

/**
 * Says at once, with a sound and once per stop, that an order that is open here or was sent from here has been stopped
 * (ORD-45). An order that was sent from here was not stopped at that time, so it needs no earlier copy.
 */
export function noticeStop(before: Order | undefined, order: Order): void {
  const standing = standingOf(order)
  if (standing.is !== 'stopped') {
    forgetStop(order.code)
    return
  }
  const hasJustStopped = before !== undefined && standingOf(before).is !== 'stopped'
  if (isStopKnown(order.code) || !(isSentHere(order) || (hasJustStopped && isOpenHere(order.code)))) return
  if (workstation().sound) playSound('wrong')
  const consignment = isShipped(order) ? nonBlank(order.freight.tracking_code) : null
  notifyStopped(order.code, standing.reason, consignment)
}

/** Whether this tab has sent the order with a courier, and its booking was not undone. */
function isSentHere(order: Order): boolean {
  return isShipped(order) && !leavesByHand(order) && store.get(sentHereAtom).has(order.code)
}

function isOpenHere(code: string): boolean {
  const { record, order, station, consignment } = store.get(targetsAtom)
  const dialog = store.get(dialogAtom)
  return (
    (record?.kind === 'order' && record.code === code) ||
    order?.code === code ||
    station?.orderCode === code ||
    consignment?.order_code === code ||
    (dialog !== null && 'order' in dialog && dialog.order.code === code)
  )
}
