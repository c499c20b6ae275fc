import type { ParcelContent } from '../../contract/consignments.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { type CheckedItem, exact, type FollowedItem } from './item-check.ts'

/** What was counted into a parcel of one part of the check. */
export interface PackedItem extends Pick<CheckedItem, 'code' | 'line'> {
  quantity: number
}

/** What is in each parcel that has been begun; the last one is being packed (PACK-4). */
export type Contents = readonly (readonly PackedItem[])[]

/** Before the first scan. */
export const NOTHING_PACKED: Contents = [[]]

/** Counts what was scanned between two states of a check into the parcel that is being packed. */
export function withCounted(
  contents: Contents,
  before: readonly CheckedItem[],
  after: readonly CheckedItem[],
): Contents {
  const counted = after.map(({ code, line, scanned }): PackedItem => {
    const was = before.find((one) => isSamePart(one, { code, line }))?.scanned ?? 0
    return { code, line, quantity: exact(scanned - was) }
  })
  const now = counted.filter(({ quantity }) => quantity !== 0)
  return [...contents.slice(0, -1), joined([...(contents.at(-1) ?? []), ...now])]
}

type Part = Pick<CheckedItem, 'code' | 'line'>

function isSamePart(one: Part, other: Part): boolean {
  return one.code === other.code && one.line === other.line
}

/** Each part once, with the sum of its quantities. */
function joined(items: readonly PackedItem[]): PackedItem[] {
  const parts: PackedItem[] = []
  for (const item of items) {
    const same = parts.find((part) => isSamePart(part, item))
    if (same) same.quantity = exact(same.quantity + item.quantity)
    else parts.push({ ...item })
  }
  return parts
}

/** What stays in the parcels of an order whose items have changed. A parcel that is empty then is left out. */
export function followedContents(contents: Contents, followed: readonly FollowedItem[]): Contents {
  const left = followed.map(({ item }) => item.scanned)
  const kept = contents.map((parcel) =>
    parcel.flatMap((packed) => {
      const at = followed.findIndex(({ was }) => was !== null && isSamePart(was, packed))
      const item = followed[at]?.item
      const quantity = Math.min(packed.quantity, left[at] ?? 0)
      if (item === undefined || quantity === 0) return []
      left[at] = exact((left[at] ?? 0) - quantity)
      return { code: item.code, line: item.line, quantity }
    }),
  )
  return kept.filter((parcel, index) => parcel.length > 0 || index === kept.length - 1)
}

/** Begins the next parcel; null if nothing is in the one that is being packed. */
export function withNextParcel(contents: Contents): Contents | null {
  return (contents.at(-1) ?? []).length === 0 ? null : [...contents, []]
}

/**
 * What is in each piece of a consignment: the parcels that were begun, or all in the only piece.
 * @returns null if nothing was scanned, or if it is not known in which of the pieces something is
 */
export function contentsOfPieces(contents: Contents, pieces: number): Contents | null {
  const packed = contents.filter((parcel) => parcel.length > 0)
  if (packed.length === 0) return null
  if (packed.length === pieces) return packed
  return pieces === 1 ? [joined(packed.flat())] : null
}

/** The contents as they are booked and shown: products with their names. */
export function namedContents(contents: Contents, items: readonly OrderItem[]): ParcelContent[][] {
  return contents.map((parcel) =>
    parcel.map(({ code, line, quantity }) => {
      const item = items.find(({ id, product }) => (line === null ? product.code === code : id === line))
      return { code: item?.product.code ?? null, name: item?.product.name ?? code, quantity }
    }),
  )
}

/** '2 × ELBOW-15, 1 × Delivery'. */
export function contentsLine(parcel: readonly ParcelContent[]): string {
  return parcel.map(({ code, name, quantity }) => `${quantity} × ${code ?? name}`).join(', ')
}
