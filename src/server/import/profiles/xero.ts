import type { ProfileOf } from './profile.ts'

/** The columns of both addresses, which invoices and contacts have alike: the postal one and the street's. */
const ADDRESSES = {
  POAddressLine1: 'billing.line1',
  POAddressLine2: 'billing.line2',
  POAddressLine3: 'billing.line3',
  POAddressLine4: 'billing.line4',
  POCity: 'billing.city',
  PORegion: 'billing.region',
  POPostalCode: 'billing.postcode',
  POCountry: 'billing.country',
  SAAddressLine1: 'delivery.line1',
  SAAddressLine2: 'delivery.line2',
  SAAddressLine3: 'delivery.line3',
  SAAddressLine4: 'delivery.line4',
  SACity: 'delivery.city',
  SARegion: 'delivery.region',
  SAPostalCode: 'delivery.postcode',
  SACountry: 'delivery.country',
} as const

/**
 * Xero's export of invoices. It has bills, prepayments and credit notes among the sales invoices, so only what is known
 * as an approved sales invoice is an order.
 */
export const xeroInvoices: ProfileOf<'orders'> = {
  program: 'Xero',
  content: 'sales invoices',
  kind: 'orders',
  source: 'headers and rows of exports from 2025 and 2026 in public programs that read them (44 columns)',
  signs: ['ContactName', 'InvoiceNumber', 'InvoiceDate', 'Quantity', 'UnitAmount', 'Type', 'Status'],
  documented: {
    ContactName: 'customer.company',
    EmailAddress: 'customer.email',
    ...ADDRESSES,
    InvoiceNumber: 'code',
    Reference: 'reference',
    InvoiceDate: 'ordered_at',
    DueDate: null,
    PlannedDate: null,
    Total: 'total',
    TaxTotal: 'gst',
    InvoiceAmountPaid: null,
    InvoiceAmountDue: null,
    InventoryItemCode: 'items.code',
    Description: 'items.name',
    Quantity: 'items.quantity',
    UnitAmount: 'items.price',
    Discount: null,
    LineAmount: 'items.total',
    AccountCode: null,
    TaxType: null,
    TaxAmount: 'items.gst',
    TrackingName1: null,
    TrackingOption1: null,
    TrackingName2: null,
    TrackingOption2: null,
    Currency: 'currency',
    BrandingTheme: null,
    Type: { field: 'is_left_out', unless: ['sales invoice'] },
    Sent: null,
    Status: [
      { field: 'is_left_out', unless: ['awaiting payment', 'paid'] },
      { field: 'is_paid', when: ['paid'] },
    ],
  },
  assumed: {},
}

/** Further people of a contact. */
const PEOPLE = Object.fromEntries(
  [1, 2, 3, 4, 5].flatMap((person) =>
    ['FirstName', 'LastName', 'Email', 'IncludeInEmail', 'IncludeInEmails'].map(
      (part) => [`Person${person}${part}`, null] as const,
    ),
  ),
)

/** Xero's export of contacts, with the columns of its import template. A term for sales is an account. */
export const xeroContacts: ProfileOf<'customers'> = {
  program: 'Xero',
  content: 'contacts',
  kind: 'customers',
  source: 'headers of exports from 2024 to 2026, as found in public programs that read them',
  signs: ['ContactName', 'AccountNumber', 'DueDateSalesTerm'],
  documented: {
    ContactName: 'customer.company',
    AccountNumber: 'customer.code',
    EmailAddress: 'customer.email',
    FirstName: 'customer.first_name',
    LastName: 'customer.last_name',
    POAttentionTo: null,
    SAAttentionTo: null,
    ...ADDRESSES,
    PhoneNumber: 'customer.phone',
    MobileNumber: 'customer.mobile',
    FaxNumber: null,
    DDINumber: null,
    SkypeName: null,
    BankAccountName: null,
    BankAccountNumber: null,
    BankAccountParticulars: null,
    TaxNumberType: null,
    TaxNumberName: null,
    TaxNumber: null,
    AccountsReceivableTaxCodeName: null,
    AccountsPayableTaxCodeName: null,
    Website: null,
    LegalName: null,
    Discount: null,
    CompanyNumber: null,
    DueDateBillDay: null,
    DueDateBillTerm: null,
    DueDateSalesDay: null,
    SalesAccount: null,
    PurchasesAccount: null,
    TrackingName1: null,
    SalesTrackingOption1: null,
    PurchasesTrackingOption1: null,
    TrackingName2: null,
    SalesTrackingOption2: null,
    PurchasesTrackingOption2: null,
    BrandingTheme: null,
    DefaultTaxBills: null,
    DefaultTaxSales: null,
    ...PEOPLE,
  },
  assumed: {
    // A term for sales is an account.
    DueDateSalesTerm: 'customer.terms',
  },
}
