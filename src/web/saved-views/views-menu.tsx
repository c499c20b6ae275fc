import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { commandById } from '../../../commands/index.ts'
import type { SavedView } from '../../contract/saved-views.ts'
import { savedViewQueries } from '../api/saved-views.ts'
import { contextAtom, savedViewsAtom } from '../commands/context.ts'
import { CommandKeys, KeyCaps } from '../commands/key-caps.tsx'
import { readyFollowing } from '../hotkeys/bindings.ts'
import { pendingAtom } from '../hotkeys/hotkeys.tsx'
import { installation } from '../state/installation.ts'
import { useWhileMounted } from '../state/store.ts'

/** The saved views with their digits, while the key before a digit waits for it. */
export function ViewsMenu() {
  const pending = useAtomValue(pendingAtom)
  return pending.length > 0 && <Views />
}

function Views() {
  const context = useAtomValue(contextAtom)
  const pending = useAtomValue(pendingAtom)
  const ready = readyFollowing(pending, context).filter(({ id }) => id.startsWith('view.'))
  const hasOwn = ready.some(({ id }) => id.startsWith('view.open-'))
  if (ready.length === 0) return null
  return (
    <div
      role="status"
      aria-label="Saved views"
      className="fixed bottom-9 left-1/2 z-20 w-[360px] max-w-[calc(100vw-24px)] -translate-x-1/2 rounded-l border border-line bg-raised p-1 shadow-2"
    >
      {!hasOwn && (
        <p className="flex h-8 items-center gap-2 px-2">
          No saved views yet. <CommandKeys id="view.save" /> saves the filters of a list.
        </p>
      )}
      <ul>
        {ready.map(({ stroke, id }) => (
          <li key={id} className="flex h-8 items-center gap-2.5 px-2">
            <KeyCaps keys={[stroke]} />
            <span className="truncate">{commandById(id).titleIn(context)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const NONE: readonly SavedView[] = []

/** Loads the user's saved views for their commands, if the back end has them (API-1). */
export function useSavedViews(): void {
  const enabled = installation.capabilities.has('saved-views')
  const { data } = useQuery({ ...savedViewQueries.own(), enabled })
  useWhileMounted(savedViewsAtom, data?.rows ?? NONE, NONE)
}
