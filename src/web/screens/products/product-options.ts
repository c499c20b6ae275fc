/** The commands of a product, for its row in the list. */
export const PRODUCT_ROW_OPTIONS: readonly string[] = [
  'product.open',
  'product.suppliers',
  'product.copy-code',
  'product.edit',
]
