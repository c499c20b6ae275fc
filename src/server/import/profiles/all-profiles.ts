import { cin7Orders } from './cin7.ts'
import { infusionCustomers, infusionProducts } from './infusion.ts'
import { myobCustomers, myobSales } from './myob.ts'
import type { Profile } from './profile.ts'
import { shopifyCustomers, shopifyOrders, shopifyProducts, shopifyProductsOf2025 } from './shopify.ts'
import { unleashedCustomers, unleashedInvoices } from './unleashed.ts'
import { woocommerceAdvancedOrders, woocommerceOrders, woocommerceSuiteOrders } from './woocommerce.ts'
import { xeroContacts, xeroInvoices } from './xero.ts'

export const PROFILES: readonly Profile[] = [
  shopifyOrders,
  shopifyCustomers,
  shopifyProducts,
  shopifyProductsOf2025,
  woocommerceOrders,
  woocommerceAdvancedOrders,
  woocommerceSuiteOrders,
  xeroInvoices,
  xeroContacts,
  myobSales,
  myobCustomers,
  cin7Orders,
  infusionCustomers,
  infusionProducts,
  unleashedCustomers,
  unleashedInvoices,
]
