import type { ConsignmentPayload } from '../../../src/contract/consignments.ts'

export const PARCEL = {
  id: 'p1',
  reference: 'Pipe',
  package_type: null,
  quantity: 2,
  height: 10,
  length: 20,
  width: 30,
  weight: 1.5,
  volume: 0.012,
}

/** The payload that the console sends for an order. */
export function payloadFor(orderCode: string): ConsignmentPayload {
  return {
    customer_id: '1',
    order_id: orderCode,
    street: '12 Queen Street',
    suburb: 'Auckland Central',
    city: 'Auckland',
    postcode: '1010',
    is_rural: false,
    company: 'Tāmaki Plumbing',
    contact: 'Aroha Ngata',
    phone: '09 555 0100',
    email: 'aroha@example.com',
    instructions: '',
    send_tracking: true,
    parcels: [PARCEL],
    saturday_delivery: false,
    signature_required: false,
    dangerous_goods: false,
    urgent_couriers: false,
  }
}
