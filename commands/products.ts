import { defineCommand } from './engine/command.ts'
import { placeholder, placeholderOf, sayNotAvailable } from './engine/placeholders.ts'
import { offeredOpen, recordCommandsOf } from './engine/record-commands.ts'

const section = 'Product'
const target = 'product'
const product = recordCommandsOf(target)

export const productCommands = [
  product.open(),
  product.showDetails(['price', 'stock', 'measurements', 'photo']),
  product.showTab({
    tab: 'suppliers',
    title: 'Show suppliers',
    icon: 'supplier',
    keywords: ['tab'],
    verbs: ['suppliers', 'source'],
    key: 't',
    hint: 'Suppliers',
  }),
  product.copyCode(),
  product.openInNewTab(),
  placeholder({ id: 'product.edit', title: 'Edit Product', section, icon: 'edit', target }),
  defineCommand({
    id: 'product.add-supplier',
    title: 'Add Supplier',
    section,
    icon: 'add',
    keywords: ['new', 'source'],
    target,
    offered: (_, context) => offeredOpen(target, context),
    run: (_, context) => sayNotAvailable(context),
  }),
  placeholderOf({
    id: 'product.new',
    title: 'New Product',
    section,
    icon: 'add',
    keywords: ['create', 'add'],
    place: ({ places }) => places.list('product'),
  }),
]
