import { KeyCaps } from './key-caps.tsx'
import { useKeys } from './key-settings.ts'

/** The keycap of a command, for a control that does the same as it: a link, a tab, a field. */
export function CommandKeys({ id, className = '' }: { id: string; className?: string }) {
  const [key] = useKeys(id).keys
  return key === undefined ? null : <KeyCaps keys={[key]} className={className} />
}
