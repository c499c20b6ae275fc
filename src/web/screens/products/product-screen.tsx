import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Product } from '../../../contract/products.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { productCode } from '../../../domain/records/record-code.ts'
import { productQueries } from '../../api/products.ts'
import { recordAnswer } from '../../api/record-answer.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { RecordFrame, RecordTitle } from '../../record/record-frame.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { useOpened } from '../../record/use-opened.ts'
import { useTrail } from '../../record/use-record-navigation.ts'
import { useRecordTarget } from '../../record/use-record-target.ts'
import { paths } from '../../routing/paths.ts'
import { useOwnTitle } from '../../state/own-title.ts'
import { ProductDetails } from './product-details.tsx'
import { ProductSuppliers } from './product-suppliers.tsx'
import { productsTrail } from './product-trail.ts'

const productPath = (slug: string, tab?: string) =>
  paths.record('product', slug, tab === 'suppliers' ? 'suppliers' : undefined)

/** One product (section 2), painted at once with what a list has of it. Its code is the title. */
export function ProductScreen() {
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
  const answer = recordAnswer(useQuery(productQueries.detail(slug)))
  const { record: product, state } = answer
  const trail = useTrail(productsTrail, slug)
  const code = product && productCode(product)

  useRecordTarget({ kind: 'product', code: slug, loading: state === 'loading', trail, path: productPath })
  useCommandTarget('product', product)
  useOpened('product', code ?? undefined)
  useOwnTitle(code)

  const suppliers = search.get('tab') === 'suppliers'
  return (
    <RecordFrame
      list="Products"
      trail={trail}
      title={
        <RecordTitle code={code ?? slug}>
          {product && (
            <span className="ml-auto flex items-center gap-2">
              <CommandButton id={suppliers ? 'product.add-supplier' : 'product.edit'} />
            </span>
          )}
        </RecordTitle>
      }
      answer={answer}
      missing={MESSAGES.productDetails}
      failed={MESSAGES.productDetails}
    >
      {product && <ProductTabs key={slug} slug={slug} product={product} />}
    </RecordFrame>
  )
}

function ProductTabs({ slug, product }: { slug: string; product: Product }) {
  const path = useCallback((name: string) => productPath(slug, name), [slug])
  return (
    <RecordTabs
      path={path}
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
