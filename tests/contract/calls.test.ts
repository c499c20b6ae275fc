import { describe, expect, test } from 'vitest'
import * as addresses from '../../src/contract/addresses.ts'
import type { AnyCall } from '../../src/contract/call.ts'
import * as consignments from '../../src/contract/consignments.ts'
import * as customers from '../../src/contract/customers.ts'
import * as emails from '../../src/contract/emails.ts'
import * as orders from '../../src/contract/orders.ts'
import * as products from '../../src/contract/products.ts'
import * as signIn from '../../src/contract/sign-in.ts'
import * as suppliers from '../../src/contract/suppliers.ts'

describe('the calls are those of section 7, each as it is written there', () => {
  /** Host, method, path, whether the call sends the bearer header (reading 5), and other data it sends. */
  test.each<[string, AnyCall]>([
    ['auth GET /auth', signIn.startSignIn],
    ['auth GET /auth/validate bearer', signIn.validateToken],
    ['auth POST /microsoft body', signIn.exchangeCode],
    ['auth POST /logout bearer', signIn.signOut],
    ['data GET /customers bearer query', customers.listCustomers],
    ['data GET /customers/:code bearer', customers.getCustomer],
    ['data GET /orders bearer query', orders.listOrders],
    ['data GET /orders/:code bearer', orders.getOrder],
    ['data POST /orders/:code/collected bearer body', orders.recordCollection],
    ['data POST /orders/:code/shipped bearer body', orders.addTracking],
    ['data POST /orders/:code/ready bearer body', orders.markReady],
    ['data POST /orders/:code/payment bearer body', orders.recordPayment],
    ['data GET /products bearer query', products.listProducts],
    ['data GET /products/:slug bearer', products.getProduct],
    ['data GET /suppliers bearer', suppliers.listSuppliers],
    ['data GET /suppliers/orders bearer', suppliers.listSupplierOrders],
    ['data GET /suppliers/orders/:id bearer', suppliers.getSupplierOrder],
    ['data GET /emails bearer query', emails.listEmails],
    ['data POST /address/search bearer body', addresses.searchAddresses],
    ['data GET /address/:id bearer', addresses.getAddress],
    ['data POST /consignments/pricing bearer body', consignments.priceConsignment],
    ['data POST /consignments bearer body', consignments.createConsignment],
    ['data GET /consignments bearer query', consignments.listConsignments],
    ['data GET /consignments/:id bearer', consignments.getConsignment],
    ['data DELETE /consignments/:id bearer', consignments.deleteConsignment],
    ['data GET /consignments/:trackingCode/labels bearer', consignments.getLabels],
  ])('%s', (said, call) => {
    const { host, method, path, bearer, query, body } = call
    const parts = [host, method, path, bearer && 'bearer', query && 'query', body && 'body']
    expect(parts.filter(Boolean).join(' ')).toBe(said)
  })
})
