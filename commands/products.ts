import { productCode, productSlug } from '../src/domain/records/record-code.ts'
import { defineCommand } from './engine/command.ts'
import { copyCode } from './engine/copying.ts'
import { isOpen, tabPath } from './engine/open-record.ts'
import { placeholder, placeholderOf, sayNotAvailable } from './engine/placeholders.ts'
import { offeredWhen } from './engine/rules.ts'

const section = 'Product'
const target = 'product'
const NOT_OPEN = 'Open the product first'

export const productCommands = [
  defineCommand({
    id: 'product.open',
    title: 'Open product',
    section,
    icon: 'product',
    keywords: ['show', 'detail'],
    target,
    // The palette has the product's own row for it.
    inPalette: false,
    offered: (_, context) => offeredWhen(!isOpen(target, context)),
    run: (product, { powers, places }) => powers.navigate(places.record('product', productSlug(product))),
  }),
  defineCommand({
    id: 'product.details',
    title: 'Show details',
    section,
    icon: 'product',
    keywords: ['tab', 'price', 'stock', 'measurements', 'photo'],
    target,
    keys: ['d'],
    hint: { label: 'Details', group: 'view' },
    offered: (_, context) => offeredWhen(isOpen(target, context), NOT_OPEN),
    run: (product, context) =>
      context.powers.navigate(
        tabPath(target, context, 'details', context.places.record('product', productSlug(product))),
      ),
  }),
  defineCommand({
    id: 'product.suppliers',
    title: 'Show suppliers',
    section,
    icon: 'supplier',
    keywords: ['tab', 'source'],
    target,
    keys: ['t'],
    hint: { label: 'Suppliers', group: 'view' },
    run: (product, context) =>
      context.powers.navigate(
        tabPath(
          target,
          context,
          'suppliers',
          context.places.record('product', productSlug(product), 'suppliers'),
        ),
      ),
  }),
  defineCommand({
    id: 'product.copy-code',
    title: 'Copy product code',
    section,
    icon: 'copy',
    keywords: ['clipboard', 'id', 'sku'],
    target,
    keys: ['y'],
    hint: { label: 'Copy code', group: 'act' },
    run: (product, context) => copyCode(productCode(product), context),
  }),
  placeholder({ id: 'product.edit', title: 'Edit Product', section, icon: 'edit', target }),
  defineCommand({
    id: 'product.add-supplier',
    title: 'Add Supplier',
    section,
    icon: 'add',
    keywords: ['new', 'source'],
    target,
    offered: (_, context) => offeredWhen(isOpen(target, context), NOT_OPEN),
    run: (_, context) => sayNotAvailable(context),
  }),
  placeholderOf({
    id: 'product.new',
    title: 'New Product',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.products(),
  }),
]
