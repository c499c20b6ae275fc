import type { AddressDetail } from '../../contract/addresses.ts'
import type { ConsignmentPayload, Parcel } from '../../contract/consignments.ts'
import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/text.ts'
import {
  type FormAddress,
  filledAddress,
  isAddressState,
  pickedAddress,
  takesParcels,
  UNVERIFIED,
} from './form-address.ts'
import {
  firstRows,
  isBlank,
  isUnmeasured,
  isUnreadable,
  NUMBER_CELLS,
  PARCEL_LABELS,
  type ParcelRow,
  type ParcelTotals,
  readableRows,
  readDecimal,
  readWhole,
  volumeOf,
} from './parcels.ts'

/** The fields of a consignment form. */
export interface ConsignmentFields extends FormAddress {
  order_id: string
  customer_id: string
  contact: string
  company: string
  phone: string
  email: string
  instructions: string
  send_tracking: boolean
  /** The order's own address for which this one was entered or verified, as one text; blank if that is unknown. */
  address_of: string
  /** Whether the console verified the order's address itself (FRT-5). It then follows the order. */
  follows_order: boolean
  parcels: ParcelRow[]
}

/** An empty form, for a consignment whose order this system does not have. */
export const EMPTY_FORM: ConsignmentFields = {
  order_id: '',
  customer_id: '',
  contact: '',
  company: '',
  phone: '',
  email: '',
  instructions: '',
  send_tracking: true,
  street: '',
  suburb: '',
  city: '',
  region: '',
  postcode: '',
  is_rural: false,
  address_state: 'unverified',
  address_of: '',
  follows_order: false,
  parcels: firstRows(''),
}

/**
 * The form as filled in from an order. Without a delivery address, as for click & collect, it takes the
 * customer's. The mobile number is preferred to the landline, because couriers text the receiver.
 */
export function formOf(order: Order): ConsignmentFields {
  const { customer, delivery_address, customer_address } = order
  const address = nonBlank(delivery_address.street) === null ? customer_address : delivery_address
  return {
    ...EMPTY_FORM,
    order_id: order.code,
    customer_id: customer.code ?? '',
    contact: customer.name ?? '',
    company: customer.company ?? '',
    phone: nonBlank(customer.mobile) ?? customer.phone ?? '',
    email: customer.email ?? '',
    instructions: order.notes ?? '',
    ...filledAddress(address),
    address_of: [address.street, address.suburb, address.city, address.region, address.postcode].join('\n'),
    parcels: firstRows(order.code),
  }
}

function addressIn(form: ConsignmentFields): FormAddress {
  const { street, suburb, city, region, postcode, is_rural, address_state } = form
  return { street, suburb, city, region, postcode, is_rural, address_state }
}

/** The change made by the verification of an order's own address (FRT-5). It is dropped when the order has another. */
export function withOwnAddress(form: ConsignmentFields, detail: AddressDetail): Partial<ConsignmentFields> {
  return { ...pickedAddress(detail), address_of: form.address_of, follows_order: true }
}

/** The change made by staff to the address. The fields beside it stay as they are shown. */
export function withEnteredAddress(
  form: ConsignmentFields,
  change: Partial<FormAddress>,
): Partial<ConsignmentFields> {
  return { ...addressIn(form), ...change, address_of: form.address_of, follows_order: false }
}

/**
 * A form restored from a draft, which may come from another version of the console: unreadable fields get their
 * initial value. It may also come from before the order got another address: one that the console verified gives way to
 * it, and one that staff entered stays, but has to be verified again.
 */
export function readableForm(stored: ConsignmentFields, initial: ConsignmentFields): ConsignmentFields {
  const form = currentForm(stored, initial)
  const rows = readableRows(form.parcels)
  if (rows.length === form.parcels.length && rows.length > 0 && isAddressState(form.address_state))
    return form
  return {
    ...form,
    address_state: isAddressState(form.address_state) ? form.address_state : 'unverified',
    parcels: rows.length > 0 ? rows : initial.parcels,
  }
}

function currentForm(form: ConsignmentFields, initial: ConsignmentFields): ConsignmentFields {
  const { address_of } = initial
  if (form.address_of === address_of) return form
  if (form.follows_order) return { ...form, ...addressIn(initial), address_of, follows_order: false }
  const isOutdated = form.address_of !== '' || takesParcels(form.address_state)
  return { ...form, address_state: isOutdated ? 'outdated' : form.address_state, address_of }
}

/** Why freight options cannot be requested; null when they can (FRT-12). */
export function whyNoOptions(form: ConsignmentFields, totals: ParcelTotals): string | null {
  if (!takesParcels(form.address_state)) return UNVERIFIED
  const unreadable = form.parcels.map(whyUnreadable).find((reason) => reason !== null)
  if (unreadable !== undefined) return unreadable
  if (totals.volume === 0 && totals.weight === 0) return 'Enter the size and weight of the parcels'
  if (totals.volume === 0) return 'Enter the height, length and width of the parcels'
  if (totals.weight === 0) return 'Enter the weight of the parcels'
  return form.parcels.map(whyIncomplete).find((reason) => reason !== null) ?? null
}

/** Why a row is unreadable: one of its numbers would count as 0. */
function whyUnreadable(row: ParcelRow, index: number): string | null {
  const cell = NUMBER_CELLS.find((one) => isUnreadable(row[one]))
  return cell === undefined ? null : `Parcel ${index + 1}: ${PARCEL_LABELS[cell]} is not a number`
}

/**
 * The reason why a row is incomplete. Without this check it would be priced at zero, because other rows make the
 * totals positive.
 */
function whyIncomplete(row: ParcelRow, index: number): string | null {
  if (isBlank(row)) return null
  if (isUnmeasured(row)) return `Enter the size and weight of parcel ${index + 1}, or delete it`
  if (readWhole(row.quantity) < 1) return `Parcel ${index + 1}: ${PARCEL_LABELS.quantity} must be at least 1`
  return null
}

/** The payload to be priced (FRT-17). The weight is of one piece, the volume of all pieces (FRT-11). */
export function consignmentPayload(form: ConsignmentFields): ConsignmentPayload {
  return {
    customer_id: form.customer_id.trim(),
    order_id: form.order_id.trim(),
    street: form.street.trim(),
    suburb: form.suburb.trim(),
    city: form.city.trim(),
    postcode: form.postcode.trim(),
    is_rural: form.is_rural,
    company: form.company.trim(),
    contact: form.contact.trim(),
    phone: form.phone.trim(),
    email: form.email.trim(),
    instructions: form.instructions.trim(),
    send_tracking: form.send_tracking,
    parcels: form.parcels.flatMap((row, index) => (isBlank(row) ? [] : [parcelOf(row, index)])),
    saturday_delivery: false,
    signature_required: false,
    dangerous_goods: false,
    urgent_couriers: false,
  }
}

/** The parcel's id is the row number that staff see, so that a message of the server about a parcel names that row. */
function parcelOf(row: ParcelRow, index: number): Parcel {
  return {
    id: String(index + 1),
    reference: row.reference.trim(),
    package_type: row.package_type === 'custom' ? null : row.package_type,
    quantity: readWhole(row.quantity),
    height: readDecimal(row.height),
    length: readDecimal(row.length),
    width: readDecimal(row.width),
    weight: readDecimal(row.weight),
    volume: volumeOf(row),
  }
}
