import { useAtomValue } from 'jotai'
import { availability } from '../../../commands/engine/command.ts'
import { following } from '../../../commands/engine/keymap.ts'
import { commandById } from '../../../commands/index.ts'
import { contextAtom } from '../commands/context.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { activeBindings } from '../hotkeys/bindings.ts'
import { pendingAtom } from '../hotkeys/hotkeys.tsx'

/** The saved views with their digits, while the key before a digit waits for it. */
export function ViewsMenu() {
  const pending = useAtomValue(pendingAtom)
  return pending.length > 0 && <Views />
}

function Views() {
  const context = useAtomValue(contextAtom)
  const pending = useAtomValue(pendingAtom)
  const views = following(pending, activeBindings(context)).filter(({ id }) => id.startsWith('view.'))
  const ready = views.filter(({ id }) => availability(commandById(id), context).state === 'ready')
  if (ready.length === 0) return null
  return (
    <div
      role="status"
      aria-label="Saved views"
      className="fixed bottom-9 left-1/2 z-20 w-[360px] max-w-[calc(100vw-24px)] -translate-x-1/2 rounded-l border border-line bg-raised p-1 shadow-2"
    >
      <ul>
        {ready.map(({ stroke, id }) => (
          <li key={id} className="flex h-8 items-center gap-2.5 px-2">
            <KeyCaps keys={[stroke]} />
            <span className="truncate">{commandById(id).titleIn(context)}</span>
          </li>
        ))}
      </ul>
      {ready.length === 1 && (
        <p className="px-2 pb-1 text-small text-fg-2">
          No saved views yet. Shift V on a list saves its filters.
        </p>
      )}
    </div>
  )
}
