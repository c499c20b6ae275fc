import type { Customer, ListedCustomer } from '../../contract/customers.ts'
import type { Address } from '../../contract/wire.ts'
import type { CustomerRow } from '../db/schema.ts'

/** A customer in the form of the contract's list, field by field. */
export function presentListedCustomer(row: CustomerRow): ListedCustomer {
  return {
    code: row.code,
    name: row.name,
    company: row.company,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    pricing: row.pricing,
    terms: row.terms,
    credit_stop: row.credit_stop === 1,
    address: addressOf(row),
    ...activityOf(row),
  }
}

/** A customer in the form of the contract, field by field. */
export function presentCustomer(row: CustomerRow): Customer {
  return {
    code: row.code,
    infusion_key: row.infusion_key,
    name: row.name,
    company: row.company,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    pricing: row.pricing,
    terms: row.terms,
    credit_stop: row.credit_stop === 1,
    address: addressOf(row),
    delivery_address: deliveryAddressOf(row),
    ...activityOf(row),
  }
}

function activityOf(row: CustomerRow) {
  return {
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_login_at: row.last_login_at,
    last_active_at: row.last_active_at,
    last_ordered_at: row.last_ordered_at,
  }
}

function addressOf(row: CustomerRow): Address {
  return {
    street: row.street,
    suburb: row.suburb,
    city: row.city,
    region: row.region,
    postcode: row.postcode,
    is_rural: row.is_rural === 1,
    country: row.country,
  }
}

/** Null if goods are delivered to the customer's own address. */
function deliveryAddressOf(row: CustomerRow): Address | null {
  const address = {
    street: row.delivery_street,
    suburb: row.delivery_suburb,
    city: row.delivery_city,
    region: row.delivery_region,
    postcode: row.delivery_postcode,
    is_rural: row.delivery_is_rural === 1,
    country: row.delivery_country,
  }
  return Object.values(address).some(Boolean) ? address : null
}
