import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AddressDetail } from '../../../contract/addresses.ts'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { PackedPiece, Packing } from '../../../contract/dispatch.ts'
import type { Branch, Order } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import {
  type ConsignmentFields,
  consignmentPayload,
  EMPTY_FORM,
  formOf,
  readableForm,
  whyNoOptions,
  withEnteredAddress,
  withOwnAddress,
} from '../../../domain/freight/consignment-payload.ts'
import {
  editedAddress,
  fieldLength,
  isLimited,
  lengthFault,
  pickedAddress,
  type TypedAddressField,
  typedAddress,
  whyTooLong,
} from '../../../domain/freight/form-address.ts'
import { withProductWeight } from '../../../domain/freight/parcel-filling.ts'
import { firstRows, type ParcelRow, totalsOf, withOrderCode } from '../../../domain/freight/parcels.ts'
import { packingQuery } from '../../api/freight.ts'
import { now } from '../../state/clock.ts'
import { installation } from '../../state/installation.ts'
import { notify } from '../../state/toasts.ts'
import { changeDraft, dropDraft, mergeDraft, useDraft } from '../../storage/drafts.ts'
import { useOwnAddress } from '../address-search/use-address-search.ts'

type Change = (
  patch: Partial<ConsignmentFields> | ((form: ConsignmentFields) => Partial<ConsignmentFields>),
) => void

export interface ConsignmentDraft {
  form: ConsignmentFields
  /** Stable for the same order. */
  change: Change
  /**
   * Deletes the draft after its booking, unless the form now contains another consignment, typed in any tab. Returns a
   * function that restores it.
   */
  forget(booked: ConsignmentPayload): () => void
}

/** The form as it is kept. */
interface KeptForm extends ConsignmentFields {
  /** The reference for which the parcels were typed; blank for an order's own consignment. */
  parcels_of: string
}

/**
 * The consignment form of an order, or of none. Typed text is kept as a draft until it is booked.
 * @param reference of another consignment of a shipped order; null for an order's own
 */
export function useConsignmentDraft(order: Order | null, reference: string | null): ConsignmentDraft {
  const initial = useMemo(() => initialForm(order, reference), [order, reference])
  const own = order === null ? 'consignment' : draftKey(order.code)
  // By the order, because another desk may take the reference before it is booked here.
  const [form, patch, clear] = useDraft(reference === null ? own : `${own}/another`, initial, mergeKept)
  const change = useCallback<Change>(
    (changed) =>
      patch((before) => {
        const fields = typeof changed === 'function' ? changed(before) : changed
        return reference !== null && fields.parcels ? { ...fields, parcels_of: reference } : fields
      }),
    [patch, reference],
  )
  const { parcels_of } = form
  useEffect(() => {
    if (reference !== null && parcels_of !== reference) notify('warning', typedFor(parcels_of))
  }, [reference, parcels_of])
  const forget = (booked: ConsignmentPayload) =>
    clear((kept) => isSameConsignment(consignmentPayload(kept), booked))
  return { form, change, forget }
}

/** A booking whose answer was lost may be why the next consignment has another reference. */
function typedFor(reference: string): string {
  return `The parcels were typed for ${reference}. Check that they were not booked with it.`
}

/** Merges the stored fields of a form. References that begin with that of another consignment follow it. */
function mergeKept(initial: KeptForm, stored: Parameters<typeof mergeDraft>[1]): KeptForm {
  const form = mergeForm(initial, stored)
  const { parcels_of } = mergeDraft({ parcels_of: initial.parcels_of }, stored)
  const parcels = withReference(form.parcels, parcels_of, initial.parcels_of)
  return { ...form, parcels, parcels_of }
}

function withReference(rows: ParcelRow[], before: string, after: string): ParcelRow[] {
  if (before === after) return rows
  return rows.map((row) => {
    const rest = row.reference.slice(before.length)
    // '104823-21-1' is not one of 104823-2.
    const follows = row.reference.startsWith(before) && !/^\d/.test(rest)
    return follows ? { ...row, reference: after + rest } : row
  })
}

/** Merges the stored fields of a form, for `useDraft`. A draft may lack the address of its order. */
export function mergeForm(
  initial: ConsignmentFields,
  stored: Parameters<typeof mergeDraft>[1],
): ConsignmentFields {
  return readableForm(mergeDraft({ ...initial, address_of: '' }, stored), initial)
}

function initialForm(order: Order | null, reference: string | null): KeptForm {
  const form = order === null ? EMPTY_FORM : formOf(order)
  if (reference === null) return { ...form, parcels_of: '' }
  return { ...form, parcels: firstRows(reference), parcels_of: reference }
}

/** The key of the draft of an order. */
export function draftKey(code: string): string {
  return `consignment/${code}`
}

/** Changes the parcels in the form of an order, which need not be on screen. */
export function changeParcels(order: Order, edit: (rows: ParcelRow[]) => ParcelRow[]): void {
  changeDraft(draftKey(order.code), formOf(order), (kept) => ({ parcels: edit(kept.parcels) }), mergeForm)
}

/**
 * Deletes the typed form of an order that was booked outside of it, unless it contains another consignment by now.
 * @returns a function that restores it
 */
export function forgetTyped(order: Order, booked: ConsignmentPayload): () => void {
  return dropDraft(
    draftKey(order.code),
    formOf(order),
    (kept) => isSameConsignment(consignmentPayload(kept), booked),
    mergeForm,
  )
}

/** Why a form cannot be priced: something is missing, or too long for the couriers in use. Null if it can. */
export function whyIncomplete(form: ConsignmentFields, totals = totalsOf(form.parcels)): string | null {
  return whyNoOptions(form, totals) ?? (hasLengthLimits() ? whyTooLong(form) : null)
}

/** Compares their JSON: both come from `consignmentPayload`, which fixes the order of fields. */
export function isSameConsignment(one: ConsignmentPayload, other: ConsignmentPayload): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Functions that change the form. Stable for the same order. */
export interface FormEdits {
  /** Changes a text field. If it is the order number, generated references of parcels follow. */
  text(name: TextFieldName, value: string): void
  tracking(value: boolean): void
  address(name: TypedAddressField, value: string): void
  /** Uses the order's own address as it was verified. */
  verified(detail: AddressDetail): void
  taken(detail: AddressDetail): void
  /** Uses a street as typed. */
  typed(street: string): void
  parcels(edit: (rows: ParcelRow[]) => ParcelRow[]): void
}

/** Text fields that are stored as typed. */
export type TextFieldName =
  | 'order_id'
  | 'customer_id'
  | 'contact'
  | 'company'
  | 'phone'
  | 'email'
  | 'instructions'

export function useFormEdits(change: Change): FormEdits {
  return useMemo(
    () => ({
      text: (name, value) =>
        change(({ order_id, parcels }) => ({
          [name]: value,
          ...(name === 'order_id' && { parcels: withOrderCode(parcels, order_id, value) }),
        })),
      tracking: (value) => change({ send_tracking: value }),
      address: (name, value) => change((form) => withEnteredAddress(form, editedAddress(form, name, value))),
      verified: (detail) => change((form) => withOwnAddress(form, detail)),
      taken: (detail) => change((form) => withEnteredAddress(form, pickedAddress(detail))),
      typed: (street) => change((form) => withEnteredAddress(form, typedAddress(street))),
      parcels: (edit) => change(({ parcels }) => ({ parcels: edit(parcels) })),
    }),
    [change],
  )
}

export interface OrderFacts {
  /** Whether the order's own address is being verified. */
  verifying: boolean
  /** Whether that, or the weight of the products, may still complete the form. */
  pending: boolean
  /** The pieces of the customer's last consignment; undefined while unknown. */
  last: readonly PackedPiece[] | undefined
  /** What is known about packing the order; undefined while unknown. */
  packing: Packing | undefined
  /** The branch that sends. */
  branch: Branch
}

/**
 * Fills in what is known of an order: its verified address and the weight of its products.
 * @param isWhole whether all products of the order are sent, and not a part that was left behind
 */
export function useOrderFacts(
  order: Order | null,
  isWhole: boolean,
  form: ConsignmentFields,
  edits: FormEdits,
): OrderFacts {
  const branch = originBranch(order?.freight.branch)
  const verifying = useOwnAddress(order, form, edits.verified)
  const { data: packing, isLoading } = useQuery(packingQuery(order))
  const weight = (isWhole ? packing?.weight : null) ?? null
  const [filled, setFilled] = useState<number | null>(null)
  useEffect(() => {
    if (weight !== null) edits.parcels((rows) => withProductWeight(rows, weight))
    setFilled(weight)
  }, [weight, edits])
  const pending = verifying || isLoading || weight !== filled
  return { verifying, pending, last: packing?.last, packing, branch }
}

/** Each entry contains its day, because the same goods may be sent to the same place on another day. */
const NONE: { booked: string[] } = { booked: [] }

/**
 * Consignments booked today for which the back end returned no number (FRT-18). Their forms are locked, also
 * after a reload and in other tabs of this browser, because nothing else shows that they are booked.
 */
export function useBookedUnnumbered(): (payload: ConsignmentPayload) => boolean {
  const [{ booked }] = useDraft(UNNUMBERED, NONE)
  return (payload) => booked.length > 0 && booked.includes(unnumberedEntry(payload, todayInAuckland(now())))
}

/** Locks the form of a consignment for which the back end returned no number. */
export function noteUnnumbered(payload: ConsignmentPayload): void {
  const today = todayInAuckland(now())
  changeDraft(UNNUMBERED, NONE, ({ booked }) => ({
    booked: [...booked.filter((one) => one.startsWith(today)), unnumberedEntry(payload, today)],
  }))
}

const UNNUMBERED = 'booked-unnumbered'

function unnumberedEntry(payload: ConsignmentPayload, today: string): string {
  return `${today} ${JSON.stringify(payload)}`
}

/** The notes that a field shows about its length; both null if the text is short, or no courier limits it. */
interface LengthNotes {
  /** '43/50' */
  count: string | null
  error: string | null
}

const NO_NOTES: LengthNotes = { count: null, error: null }

/** Whether the couriers in use limit the length of fields. */
function hasLengthLimits(): boolean {
  return installation.capabilities.has('courier-lengths')
}

export function lengthNotes(field: string, text: string): LengthNotes {
  if (!isLimited(field) || !hasLengthLimits()) return NO_NOTES
  const length = fieldLength(field, text)
  if (length.state === 'short') return NO_NOTES
  const error = length.state === 'over' ? `${lengthFault(length)}.` : null
  return { count: `${length.length}/${length.limit}`, error }
}
