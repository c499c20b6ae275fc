import type { CommandId } from '../../../../commands/index.ts'
/** What a consignment's menu holds: deleting it (section 2), and the commands that go with it. */
export const CONSIGNMENT_OPTIONS: readonly CommandId[] = [
  'consignment.print',
  'consignment.open-order',
  'consignment.track',
  'consignment.copy-code',
  'consignment.delete',
]
