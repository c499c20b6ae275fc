import type { LastPrint } from '../../../commands/engine/targets.ts'
import { privateAtom } from '../state/private-atom.ts'

/** The last document that was printed or failed to print in this tab; null before the first. */
export const lastPrintAtom = privateAtom<LastPrint | null>(null)
