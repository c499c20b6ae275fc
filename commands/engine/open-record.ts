import type { RecordKind } from '../../src/domain/records/record-kind.ts'
import type { CommandContext } from './context.ts'

/** Whether the record of a kind that commands act on is the one whose own screen is open, and not the active row of a list. */
export function isOpen(kind: RecordKind, { targets }: CommandContext): boolean {
  return targets.record?.kind === kind
}

/** Where a record's tab is: its own screen knows where it was opened from; from a list it is `elsewhere`. */
export function tabPath(kind: RecordKind, context: CommandContext, tab: string, elsewhere: string): string {
  const record = isOpen(kind, context) ? context.targets.record : undefined
  return record?.tab?.(tab) ?? elsewhere
}
