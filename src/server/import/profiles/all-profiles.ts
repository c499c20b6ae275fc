import { cin7Orders } from './cin7.ts'
import { infusionCustomers, infusionProducts } from './infusion.ts'
import { myobCustomers, myobSales } from './myob.ts'
import type { Profile } from './profile.ts'
import { shopifyOrders } from './shopify.ts'
import { unleashedCustomers } from './unleashed.ts'
import { woocommerceOrders } from './woocommerce.ts'
import { xeroContacts, xeroInvoices } from './xero.ts'

export const PROFILES: readonly Profile[] = [
  shopifyOrders,
  woocommerceOrders,
  xeroInvoices,
  myobSales,
  cin7Orders,
  infusionCustomers,
  infusionProducts,
  myobCustomers,
  unleashedCustomers,
  xeroContacts,
]
