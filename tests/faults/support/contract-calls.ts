import * as addresses from '../../../src/contract/addresses.ts'
import type { AnyCall } from '../../../src/contract/call.ts'
import * as consignments from '../../../src/contract/consignments.ts'
import * as customers from '../../../src/contract/customers.ts'
import * as emails from '../../../src/contract/emails.ts'
import * as history from '../../../src/contract/history.ts'
import * as orders from '../../../src/contract/orders.ts'
import * as products from '../../../src/contract/products.ts'
import * as sessions from '../../../src/contract/sessions.ts'
import * as signIn from '../../../src/contract/sign-in.ts'
import * as suppliers from '../../../src/contract/suppliers.ts'

const CONTRACT = [
  addresses,
  consignments,
  customers,
  emails,
  history,
  orders,
  products,
  sessions,
  signIn,
  suppliers,
]

/** All calls of the server. */
export const CALLS = CONTRACT.flatMap((part) => Object.values<unknown>(part)).filter(
  (one): one is AnyCall => typeof one === 'object' && one !== null && 'host' in one && 'path' in one,
)
