import * as z from 'zod'
import type { BagNames } from '../../platform/courier-settings.ts'
import { callGateway, type Site } from './gateway.ts'

const StockSizes = z.array(z.object({ name: z.string() }))

/** Bags whose name is not a stock size of the account, each as a sentence for the operator. */
export async function stockSizeProblems(
  site: Site & { bagNames: BagNames },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await callGateway(site, { method: 'GET', path: '/api/stocksizes', signal })
  const names = StockSizes.parse(answer).map(({ name }) => name.trim())
  const known = new Set(names.map((name) => name.toLowerCase()))
  return Object.entries(site.bagNames).flatMap(([bag, name]) =>
    known.has(name.toLowerCase())
      ? []
      : [
          `GoSweetSpot site ${site.siteId} has no stock size "${name}" for ${bag}: set GSS_BAGS to one of ${names.join(', ')}.`,
        ],
  )
}
