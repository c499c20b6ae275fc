import type { AskedShipping } from '../../../commands/engine/context.ts'
import { pathAtom } from '../routing/location.ts'
import { privateAtom } from '../state/private-atom.ts'
import { store } from '../state/store.ts'

/** What was typed for a consignment whose form is not filled in yet; null if nothing was. */
export const askedShippingAtom = privateAtom<AskedShipping | null>(null)

// A user who leaves the order before its form is shown no longer expects it to be filled in.
store.sub(pathAtom, () => {
  const asked = store.get(askedShippingAtom)
  const path = `/orders/${encodeURIComponent(asked?.order ?? '')}`
  if (asked && !store.get(pathAtom).startsWith(path)) store.set(askedShippingAtom, null)
})
