import type { RecordKind } from '../src/domain/record-kind.ts'
import type { CommandContext } from './context.ts'

/** Whether the record of a kind that commands act on is the one whose own screen is open, and not the active row of a list. */
export function isOpen(kind: RecordKind, { targets }: CommandContext): boolean {
  return targets.record?.kind === kind
}
