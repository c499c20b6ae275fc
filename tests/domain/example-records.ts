import { Customer, CustomerRow } from '../../src/contract/customers.ts'
import { Product } from '../../src/contract/products.ts'
import { Supplier, SupplierOrder } from '../../src/contract/suppliers.ts'

// Records with the given fields, in the form of a response. All others are absent.

export const exampleCustomer = (parts: object = {}): Customer => Customer.parse({ code: '10482', ...parts })
export const exampleCustomerRow = (parts: object = {}): CustomerRow =>
  CustomerRow.parse({ code: '10482', ...parts })
export const exampleProduct = (parts: object = {}): Product =>
  Product.parse({ id: 1, cms_id: 2041, code: 'VLV 20/FB#1', ...parts })
export const exampleSupplier = (parts: object = {}): Supplier =>
  Supplier.parse({ id: 7, external_id: 'S0012', ...parts })
export const exampleSupplierOrder = (parts: object = {}): SupplierOrder =>
  SupplierOrder.parse({ id: 31, po_number: 'PO-1042', ...parts })
