import { clsx } from 'clsx'
import { isSingleKey, strokesOf } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import { Kbd, Keys } from '../ui/keycap.tsx'
import { useKeys } from './key-settings.ts'
import { capsOf } from './key-text.ts'

interface KeyCapsProps {
  /** Keys as declared, such as `mod+k`; several are drawn side by side. */
  keys: readonly string[]
  /** Never fades: for keys shown to be learnt rather than pressed now. */
  steady?: boolean
  className?: string
}

/** The keycaps of a command. A single-letter one fades while a field has the focus, where it does not work. */
export function KeyCaps({ keys, steady = false, className }: KeyCapsProps) {
  const single = keys.every((key) => isSingleKey(strokesOf(key)))
  // The index distinguishes the equal caps of `g g`.
  const caps = keys.flatMap(capsOf).map((cap, index) => ({ cap, id: `${cap} ${index}` }))
  const fading = single && !steady ? 'in-data-typing:opacity-40' : ''
  return (
    <Keys className={`${fading} ${className ?? ''}`}>
      {caps.map(({ cap, id }) => (
        <Kbd key={id}>{cap}</Kbd>
      ))}
    </Keys>
  )
}

interface CommandKeysProps {
  id: CommandId
  /** Whether the key works now; otherwise it is dimmed. Default: true. */
  works?: boolean
  /** Never fades, like that of `KeyCaps`. */
  steady?: boolean
  className?: string
}

/** The keycap of a command, inside a control that does the same: a link, a tab, a field. */
export function CommandKeys({ id, works = true, steady = false, className = '' }: CommandKeysProps) {
  const [key] = useKeys(id).keys
  return key === undefined ? null : (
    <KeyCaps keys={[key]} steady={steady} className={clsx(className, !works && 'opacity-40')} />
  )
}
