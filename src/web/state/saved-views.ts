import { atom } from 'jotai'
import type { SavedView } from '../../contract/saved-views.ts'

const NONE: readonly SavedView[] = []

/** The user's saved views in their order; none until they are loaded. */
export const savedViewsAtom = atom(NONE)
