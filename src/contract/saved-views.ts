import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { flag, id, Outcome } from './wire.ts'

/** The calls of the capability `saved-views`: the caller's named filters of lists. */

/** The most views of one user: each has a digit. */
export const MOST_VIEWS = 9

/** An address of the console: a path, never another host. Browsers remove line breaks and tabs: '/\t/host' is a host. */
const ConsoleAddress = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^\/(?![/\\])[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be an address of the console'),
  )

export const SavedView = z.object({
  id,
  /** The plural noun of the list's rows: 'orders'. */
  list: z.string(),
  name: z.string(),
  /** The address of the list with its filters. */
  address: ConsoleAddress,
  /** Whether it opens after signing in. At most one view does. */
  is_default: flag,
})
export type SavedView = z.output<typeof SavedView>

/** The caller's views in their order: the first has the digit 1. */
export const listSavedViews = dataCall({ method: 'GET', path: '/saved-views', answer: rowsOf(SavedView) })

export const saveView = dataCall({
  method: 'POST',
  path: '/saved-views',
  body: z.object({
    list: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(40),
        z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be the name of a list'),
      ),
    name: z.string(),
    address: ConsoleAddress,
    is_default: z.boolean(),
  }),
  answer: Outcome,
})

/** Changes what the body has: the name, whether it opens after signing in, or the place among the views, from 0. */
export const changeView = dataCall({
  method: 'POST',
  path: '/saved-views/:id',
  body: z.object({
    name: z.optional(z.string()),
    is_default: z.optional(z.boolean()),
    place: z.optional(z.int().check(z.minimum(0))),
  }),
  answer: Outcome,
})

export const deleteView = dataCall({ method: 'DELETE', path: '/saved-views/:id', answer: Outcome })
