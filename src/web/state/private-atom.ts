import { atom, type PrimitiveAtom } from 'jotai'
import { onSignOut } from './session.ts'
import { store } from './store.ts'

const resets = new Set<() => void>()
onSignOut(() => {
  for (const reset of resets) reset()
})

/** An atom with data of the signed-in user: it gets its initial value again when they sign out or another user signs in. */
export function privateAtom<Value>(initial: Value): PrimitiveAtom<Value> {
  const created = atom(initial)
  resets.add(() => store.set(created, () => initial))
  return created
}
