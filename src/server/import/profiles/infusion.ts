import type { ProfileOf } from './profile.ts'

/**
 * Infusion documents the names of account number, sort key, organisation type and organisation name; the others are
 * assumed after its screens (docs/exports.md).
 */
export const infusionCustomers: ProfileOf<'customers'> = {
  name: 'Infusion customers export',
  kind: 'customers',
  signs: ['Account Number', 'Sort Key', 'Organisation Name'],
  columns: {
    'Account Number': 'customer.code',
    'Sort Key': 'customer.infusion_key',
    'Organisation Type': null,
    'Organisation Name': 'customer.company',
    'Trading Name': null,
    'Contact Name': 'customer.name',
    'First Name': 'customer.first_name',
    'Last Name': 'customer.last_name',
    Phone: 'customer.phone',
    Mobile: 'customer.mobile',
    Fax: null,
    Email: 'customer.email',
    Website: null,
    'Price Level': 'customer.pricing',
    'Customer Type': null,
    'Customer Group': null,
    'Sales Person': null,
    Territory: null,
    Terms: 'customer.terms',
    'Credit Limit': null,
    'On Hold': 'customer.credit_stop',
    Active: null,
    'GST Number': null,
    'Postal Address 1': 'billing.line1',
    'Postal Address 2': 'billing.line2',
    'Postal Suburb': 'billing.suburb',
    'Postal City': 'billing.city',
    'Postal Region': 'billing.region',
    'Postal Postcode': 'billing.postcode',
    'Postal Country': 'billing.country',
    'Physical Address 1': 'delivery.line1',
    'Physical Address 2': 'delivery.line2',
    'Physical Suburb': 'delivery.suburb',
    'Physical City': 'delivery.city',
    'Physical Region': 'delivery.region',
    'Physical Postcode': 'delivery.postcode',
    'Physical Country': 'delivery.country',
    Notes: null,
  },
}

/**
 * Infusion documents these names. The exceptions are the columns of price levels, named after the levels of a new
 * installation.
 */
export const infusionProducts: ProfileOf<'products'> = {
  name: 'Infusion products export',
  kind: 'products',
  signs: ['Code', 'Description', 'Pricing Method'],
  columns: {
    Code: 'code',
    Description: 'name',
    'Primary Barcode': null,
    'Sales Unit': null,
    'Superceded by': null,
    Type: null,
    Group: null,
    'Sub group': null,
    Length: 'depth',
    Width: 'width',
    Height: 'height',
    Volume: null,
    Weight: 'weight',
    'Latest Shipping': null,
    'Latest Purchase': 'pricing.cost',
    'Average Shipping': null,
    'Average Purchase': 'pricing.cost',
    'Pricing Method': null,
    'Tax Rate': null,
    Retail: 'price',
    Trade: null,
    Wholesale: 'pricing.wholesale',
    Active: null,
    Notes: null,
  },
}
