import type { SavedView } from '../../contract/saved-views.ts'
import { fold } from '../format/text.ts'

const LONGEST_NAME = 60
/** Control characters and invisible ones, by which two names would look the same; emoji are joined by U+200D. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u

type Named = Pick<SavedView, 'id' | 'list' | 'name'>

/**
 * Why a view cannot have its name; null if it can. Names of one list differ by more than case, macrons and spaces at
 * their ends.
 * @param others all views of the user; the view itself does not count
 */
export function viewNameFault(view: Named, others: readonly Named[]): string | null {
  const name = view.name.trim()
  if (name === '') return 'must not be empty'
  if (name.length > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters`
  if (INVISIBLE.test(name)) return 'has an invisible character'
  const taken = others.some(
    (other) => other.id !== view.id && other.list === view.list && fold(other.name) === fold(name),
  )
  return taken ? `is the name of another view of ${view.list}` : null
}

/** The title of a view: its name, and its list if views of several lists have this name. */
export function viewTitle(view: Named, all: readonly Named[]): string {
  const isShared = all.some((other) => other.id !== view.id && fold(other.name) === fold(view.name))
  return isShared ? `${view.name} (${view.list})` : view.name
}

/** The ids with one moved to another place, from 0; unchanged if it is not among them. */
export function movedTo(ids: readonly string[], id: string, place: number): string[] {
  if (!ids.includes(id)) return [...ids]
  return ids.filter((one) => one !== id).toSpliced(place, 0, id)
}
