import * as z from 'zod/mini'
import { ArrivalListQuery } from './arrivals.ts'
import { type Call, dataCall } from './call.ts'
import { ConsignmentListQuery } from './consignments.ts'
import { CustomerListQuery } from './customers.ts'
import { OrderListQuery, splitCodes } from './orders.ts'
import { ProductListQuery } from './products.ts'

/** The calls of the capability `csv`: all rows of a list, or the selected ones, as a file. */

/** The maximum number of consignments exported by their codes. A day's list is not paged, so all can be selected. */
const MOST_EXPORTED_CODES = 5000

const AllPages = { page: true } as const

/**
 * A list with the filter of its call, on all pages. With `codes`, separated by commas, exactly these records in this
 * order; the rest of the filter is ignored.
 */
export const ExportRequest = z.discriminatedUnion('list', [
  z.object({ list: z.literal('orders'), filter: z.omit(OrderListQuery, AllPages) }),
  z.object({
    list: z.literal('consignments'),
    filter: z.extend(ConsignmentListQuery, {
      codes: z.optional(
        z
          .string()
          .check(
            z.refine(
              (codes) => splitCodes(codes).length <= MOST_EXPORTED_CODES,
              `may have at most ${MOST_EXPORTED_CODES} codes`,
            ),
          ),
      ),
    }),
  }),
  z.object({ list: z.literal('customers'), filter: z.omit(CustomerListQuery, AllPages) }),
  z.object({ list: z.literal('products'), filter: z.omit(ProductListQuery, AllPages) }),
  z.object({
    list: z.literal('arrivals'),
    // Its codes are ids, percent-encoded: the name of a source may have a comma.
    filter: z.extend(z.omit(ArrivalListQuery, AllPages), { codes: z.optional(z.string()) }),
  }),
])
export type ExportRequest = z.output<typeof ExportRequest>

/** Prepares an export. The ticket is valid for one download within a minute. */
export const prepareExport = dataCall({
  method: 'POST',
  path: '/exports',
  body: ExportRequest,
  answer: z.object({ ticket: z.string(), file: z.string() }),
})

/**
 * The file of a prepared export, in CSV. A browser saves it to disk by following a link, which cannot send the bearer
 * header, so a ticket is sent instead.
 */
export const downloadExport = {
  host: 'data',
  bearer: false,
  method: 'GET',
  path: '/exports',
  query: z.object({ ticket: z.string() }),
  answer: z.unknown(),
} as const satisfies Call<string, { ticket: string }, unknown, unknown>
