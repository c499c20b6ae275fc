import type { AskedShipping } from '../../../commands/engine/context.ts'
import { pathAtom } from '../routing/location.ts'
import { paths } from '../routing/paths.ts'
import { privateAtom } from '../state/private-atom.ts'
import { store } from '../state/store.ts'

/** What was typed for a consignment whose form is not filled in yet; null if nothing was. */
export const askedShippingAtom = privateAtom<AskedShipping | null>(null)

// A user who leaves the screen of the form before it is shown no longer expects it to be filled in.
store.sub(pathAtom, () => {
  const asked = store.get(askedShippingAtom)
  if (!asked) return
  const path = asked.isAnother ? paths.anotherConsignment(asked.order) : paths.record('order', asked.order)
  if (store.get(pathAtom) !== path) store.set(askedShippingAtom, null)
})
