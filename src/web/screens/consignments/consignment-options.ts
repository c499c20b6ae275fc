import type { CommandId } from '../../../../commands/index.ts'
/** The menu of a consignment: Delete (section 2) and related commands. */
export const CONSIGNMENT_OPTIONS: readonly CommandId[] = [
  'consignment.print',
  'consignment.open-order',
  'consignment.track',
  'consignment.copy-code',
  'consignment.history',
  'consignment.delete',
]
