import { useSearchParams } from 'react-router-dom'
import type { Product } from '../../../contract/products.ts'
import { productCode } from '../../../domain/records/record-kind.ts'
import { productQueries } from '../../api/products.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { ProductDetails } from './product-details.tsx'
import { ProductSuppliers } from './product-suppliers.tsx'
import { productsList } from './products-list-screen.tsx'

function ProductHead({ record: product }: { record: Product | null }) {
  const [search] = useSearchParams()
  if (!product) return null
  return (
    <span className="ml-auto flex items-center gap-2">
      <CommandButton id={search.get('tab') === 'suppliers' ? 'product.add-supplier' : 'product.edit'} />
    </span>
  )
}

function ProductBody({ id, record: product }: RecordProps<Product>) {
  return (
    <RecordTabs
      kind="product"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'product.details',
          content: <ProductDetails product={product} />,
        },
        {
          name: 'suppliers',
          title: 'Suppliers',
          command: 'product.suppliers',
          content: <ProductSuppliers />,
          fills: true,
        },
      ]}
    />
  )
}

/** One product (section 2). Its code is the title. */
export const { Component } = defineRecordScreen({
  kind: 'product',
  list: () => productsList.navigation,
  query: productQueries.detail,
  heading: (slug, product) => ({ code: product ? productCode(product) : slug }),
  Head: ProductHead,
  Body: ProductBody,
})
