import type { CommandId } from '../../../../commands/index.ts'
/** The commands of a product, for its row in the list. */
export const PRODUCT_ROW_OPTIONS: readonly CommandId[] = [
  'product.open',
  'product.suppliers',
  'product.copy-code',
  'product.edit',
]
