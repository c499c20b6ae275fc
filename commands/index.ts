import { RECORD_KINDS, type RecordKind } from '../src/domain/records/record-kind.ts'
import { arrivalCommands } from './arrivals.ts'
import { consignmentFormCommands } from './consignment-form.ts'
import { consignmentCommands } from './consignments.ts'
import { customerCommands } from './customers.ts'
import { dateCommands } from './dates.ts'
import { endOfDayCommands } from './end-of-day.ts'
import { checkCommands } from './engine/check-commands.ts'
import type { Command } from './engine/command.ts'
import { dialogCommands } from './engine/dialogs.ts'
import { noticeCommands } from './engine/notices.ts'
import { recordCommandsOf } from './engine/record-commands.ts'
import { importCommands } from './imports.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { otherCommands } from './notes-quotes-jobs.ts'
import { orderCommands } from './orders.ts'
import { paletteCommands } from './palette.ts'
import { pickRunCommands } from './pick-runs.ts'
import { printingCommands } from './printing.ts'
import { productCommands } from './products.ts'
import { recordCommands } from './records.ts'
import { savedViewCommands } from './saved-views.ts'
import { sessionCommands } from './session.ts'
import { shipCommands } from './ship.ts'
import { newSupplierCommands, supplierCommands } from './suppliers.ts'

/** The kinds of record with a file of commands. The others have only what every kind has. */
const WITH_FILE: readonly RecordKind[] = ['order', 'consignment', 'customer', 'product', 'supplier']
const plainRecordCommands = RECORD_KINDS.filter((kind) => !WITH_FILE.includes(kind)).flatMap((kind) => {
  const { open, copyCode, openInNewTab } = recordCommandsOf(kind)
  return [open(), copyCode(), openInNewTab()]
})

const declared = [
  ...recordCommands,
  ...listCommands,
  ...savedViewCommands,
  ...orderCommands,
  ...consignmentCommands,
  ...consignmentFormCommands,
  ...pickRunCommands,
  ...endOfDayCommands,
  ...shipCommands,
  ...customerCommands,
  ...productCommands,
  ...supplierCommands,
  ...plainRecordCommands,
  ...newSupplierCommands,
  ...arrivalCommands,
  ...otherCommands,
  ...dateCommands,
  ...dialogCommands,
  ...navigationCommands,
  ...importCommands,
  ...paletteCommands,
  ...printingCommands,
  ...sessionCommands,
  ...noticeCommands,
]

/** The id of any declared command. */
export type CommandId = (typeof declared)[number]['id']

/** All commands, in the order in which surfaces show them. */
export const COMMANDS: readonly Command<CommandId>[] = declared

// The production build drops this branch, so that the check does not slow its start.
if (process.env.NODE_ENV !== 'production') checkCommands(COMMANDS)

const BY_ID = new Map<string, Command<CommandId>>(COMMANDS.map((command) => [command.id, command]))

/** Whether text from outside, such as local storage, is a command's id. */
export function isCommandId(text: string): text is CommandId {
  return BY_ID.has(text)
}

/** @throws Error if no command has this id */
export function commandById(id: CommandId): Command<CommandId> {
  const command = BY_ID.get(id)
  if (!command) throw new Error(`There is no command ${id}`)
  return command
}
