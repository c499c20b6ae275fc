import type { Command } from './command.ts'
import { consignmentFormCommands } from './consignment-form.ts'
import { consignmentCommands } from './consignments.ts'
import { customerCommands } from './customers.ts'
import { dialogCommands } from './dialogs.ts'
import { canMeet, keysClash, neverBound, takesFromFields } from './key-rules.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { orderCommands } from './orders.ts'
import { otherCommands } from './others.ts'
import { paletteCommands } from './palette.ts'
import { productCommands } from './products.ts'
import { recordCommands } from './records.ts'
import { sessionCommands } from './session.ts'
import { supplierCommands } from './suppliers.ts'

/**
 * Refuses a list of commands in which two have one id, two that can be there together have one key, or a key is one
 * that must never be bound.
 * @throws Error naming the commands
 */
export function checkCommands(commands: readonly Command[]): void {
  const ids = new Set<string>()
  for (const command of commands) {
    if (ids.has(command.id)) throw new Error(`Two commands have the id ${command.id}`)
    ids.add(command.id)
    if (command.handledBy === 'listener') checkKeys(command)
  }
  const bound = commands.filter((command) => command.handledBy === 'listener')
  for (const [index, one] of bound.entries()) {
    for (const other of bound.slice(index + 1)) checkPair(one, other)
  }
}

function checkKeys(command: Command): void {
  for (const key of command.keys) {
    const forbidden = neverBound(key)
    if (forbidden !== undefined)
      throw new Error(`${command.id} binds ${forbidden}, which must never be bound`)
    if (takesFromFields(command, key)) {
      throw new Error(`${command.id} would take the single key ${key} from a field`)
    }
  }
}

function checkPair(one: Command, other: Command): void {
  if (!canMeet(one, other)) return
  for (const key of one.keys) {
    const clash = other.keys.find((candidate) => keysClash(key, candidate))
    if (clash !== undefined) throw new Error(`${one.id} (${key}) and ${other.id} (${clash}) clash`)
  }
}

/** Everything that staff can do, in the order in which surfaces show it. */
export const COMMANDS: readonly Command[] = [
  ...recordCommands,
  ...listCommands,
  ...orderCommands,
  ...consignmentCommands,
  ...consignmentFormCommands,
  ...customerCommands,
  ...productCommands,
  ...supplierCommands,
  ...otherCommands,
  ...dialogCommands,
  ...navigationCommands,
  ...paletteCommands,
  ...sessionCommands,
]
checkCommands(COMMANDS)

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]))

/** @throws Error when no command has this id: a misspelt id must not fail silently */
export function commandById(id: string): Command {
  const command = BY_ID.get(id)
  if (!command) throw new Error(`There is no command ${id}`)
  return command
}
