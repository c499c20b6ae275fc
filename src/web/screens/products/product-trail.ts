import { useQuery } from '@tanstack/react-query'
import type { Product } from '../../../contract/products.ts'
import { productSlug } from '../../../domain/records/record-code.ts'
import { productQueries } from '../../api/products.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TrailList } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { readTextFilter, TEXT_PAGES, type TextFilter, textParameters } from '../../state/text-filter.ts'

/** The products list, as a product's screen goes through it. */
export const productsTrail: TrailList<Product, TextFilter> = {
  noun: 'products',
  read: readTextFilter,
  address: (filter) => paths.products(textParameters(filter)),
  codeOf: productSlug,
  inMemory: (filter) => queryClient.getQueryData(productQueries.list(filter).queryKey),
  load: (filter) => queryClient.ensureQueryData(productQueries.list(filter)),
  useList: (filter, enabled) => useQuery({ ...productQueries.list(filter), enabled }),
  pages: TEXT_PAGES,
}
