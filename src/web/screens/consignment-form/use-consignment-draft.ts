import { useCallback, useMemo } from 'react'
import type { AddressDetail } from '../../../contract/addresses.ts'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import {
  type ConsignmentForm,
  consignmentPayload,
  EMPTY_FORM,
  formOf,
  readableForm,
} from '../../../domain/freight/consignment-payload.ts'
import {
  editedAddress,
  pickedAddress,
  type TypedAddressField,
  typedAddress,
} from '../../../domain/freight/form-address.ts'
import { firstRows, type ParcelRow, withOrderCode } from '../../../domain/freight/parcels.ts'
import { useDraft } from '../../storage/drafts.ts'

type Change = (
  patch: Partial<ConsignmentForm> | ((form: ConsignmentForm) => Partial<ConsignmentForm>),
) => void

export interface ConsignmentDraft {
  form: ConsignmentForm
  /** Stable for the same order. */
  change: Change
  /**
   * Deletes the draft after its booking, unless the form now contains another consignment, typed in any tab. Returns a
   * function that restores it.
   */
  forget(booked: ConsignmentPayload): () => void
}

/**
 * The consignment form of an order, or of none. Typed text is kept as a draft until it is booked.
 * @param reference of another consignment of a shipped order; null for an order's own
 */
export function useConsignmentDraft(order: Order | null, reference: string | null): ConsignmentDraft {
  const initial = useMemo(() => initialForm(order, reference), [order, reference])
  const key = order === null ? 'consignment' : `consignment/${reference ?? order.code}`
  const [fields, patch, clear] = useDraft(key, initial)
  const form = readableForm(fields, initial)
  const change: Change = useCallback(
    (changed) =>
      patch(typeof changed === 'function' ? (latest) => changed(readableForm(latest, initial)) : changed),
    [patch, initial],
  )
  const forget = (booked: ConsignmentPayload) =>
    clear((kept) => isSame(consignmentPayload(readableForm(kept, initial)), booked))
  return { form, change, forget }
}

function initialForm(order: Order | null, reference: string | null): ConsignmentForm {
  if (order === null) return EMPTY_FORM
  return reference === null ? formOf(order) : { ...formOf(order), parcels: firstRows(reference) }
}

/** Compares their JSON: both come from `consignmentPayload`, which fixes the order of fields. */
function isSame(one: ConsignmentPayload, other: ConsignmentPayload): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Functions that change the form. Stable for the same order. */
export interface FormEdits {
  /** Changes a text field. If it is the order number, generated references of parcels follow. */
  text(name: TextFieldName, value: string): void
  tracking(value: boolean): void
  address(name: TypedAddressField, value: string): void
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
      address: (name, value) => change((form) => editedAddress(form, name, value)),
      taken: (detail) => change(pickedAddress(detail)),
      typed: (street) => change(typedAddress(street)),
      parcels: (edit) => change(({ parcels }) => ({ parcels: edit(parcels) })),
    }),
    [change],
  )
}
