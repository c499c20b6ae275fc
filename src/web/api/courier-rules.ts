import { queryOptions } from '@tanstack/react-query'
import { getCourierRules } from '../../contract/courier-rules.ts'
import { installation } from '../state/installation.ts'
import { send } from './client.ts'

/** The rules change only when the server restarts; a customer's pricing changes rarely. */
const KEPT_MS = 5 * 60_000

/** The query of the courier rules and a customer's pricing. Disabled without the capability `courier-rules`. */
export function courierRulesQuery(customer: string) {
  return queryOptions({
    queryKey: ['courier-rules', customer],
    queryFn: ({ signal }) => send(getCourierRules, { query: { customer }, signal }),
    enabled: installation.capabilities.has('courier-rules'),
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
}
