import type { CommandId } from '../../../commands/index.ts'
import { cn } from '../lib/cn.ts'
import { KeyCaps } from './key-caps.tsx'
import { useKeys } from './key-settings.ts'

interface CommandKeysProps {
  id: CommandId
  /** Whether the key works now; otherwise it is dimmed. Default: true. */
  works?: boolean
  className?: string
}

/** The keycap of a command, inside a control that does the same: a link, a tab, a field. */
export function CommandKeys({ id, works = true, className = '' }: CommandKeysProps) {
  const [key] = useKeys(id).keys
  return key === undefined ? null : <KeyCaps keys={[key]} className={cn(className, !works && 'opacity-40')} />
}
