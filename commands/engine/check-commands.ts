import type { Command } from './command.ts'
import { canMeet, keysClash, neverBound, takesFromFields } from './key-rules.ts'

/**
 * Checks that command ids are unique, that commands available at the same time share no key, and that no key is one
 * that must never be bound.
 * @throws Error that names the commands
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
  for (const key of one.keys) {
    const clash = other.keys.find((candidate) => keysClash(key, candidate))
    // Few keys clash, and comparing them is cheaper than `canMeet`.
    if (clash !== undefined && canMeet(one, other)) {
      throw new Error(`${one.id} (${key}) and ${other.id} (${clash}) clash`)
    }
  }
}
