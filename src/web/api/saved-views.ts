import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  changeView,
  deleteView,
  listSavedViews,
  type SavedView,
  saveView,
} from '../../contract/saved-views.ts'
import { send, succeed } from './client.ts'
import { queryClient } from './query-client.ts'

/** Queries of the capability `saved-views`. Must not be used if the back end lacks it. */
export const savedViewQueries = {
  own: () =>
    queryOptions({
      queryKey: ['saved-views'],
      queryFn: ({ signal }): Promise<Rows<SavedView>> => send(listSavedViews, { signal }),
    }),
}

type NewView = Omit<SavedView, 'id'>
interface ViewChanges {
  name?: string
  is_default?: boolean
  place?: number
}

/**
 * Saves a view at the end of the list.
 * @throws CallError with the server's reason and the field
 */
export async function addView(view: NewView): Promise<void> {
  await succeed(send(saveView, { body: view })).finally(readAgain)
}

/** Changes a view. @throws CallError with the server's reason and the field */
export async function editView(id: string, changes: ViewChanges): Promise<void> {
  await succeed(send(changeView, { path: { id }, body: changes })).finally(readAgain)
}

/** Deletes a view. @throws CallError with the server's reason */
export async function removeView(id: string): Promise<void> {
  await succeed(send(deleteView, { path: { id } })).finally(readAgain)
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: savedViewQueries.own().queryKey })
