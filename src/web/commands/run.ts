import { atom } from 'jotai'
import * as z from 'zod/mini'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { availability, type Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { refusalOf } from '../api/client.ts'
import { reasonBeside } from '../lib/reason-beside.ts'
import { ARRIVED, beginWait, endWait } from '../state/key-queue.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { commandContext } from './context.ts'
import { userSetting } from './key-settings.ts'

/** The surface from which a command was started. */
export type Source = 'palette' | 'key' | 'button' | 'menu'

/** Ids of the commands run in this tab, the latest first. The palette lists them first. */
export const recentCommandsAtom = atom<readonly CommandId[]>([])

/**
 * Runs a command; all surfaces use this function.
 * Checks availability again, because a surface may show an older state. A blocked command runs its required first
 * step or reports the reason. An irreversible command asks for confirmation. A failure shows the catalogue's
 * message, with the server's reason if there is one.
 * @param context what the command acts on, if not the current context
 */
export function runCommand(id: CommandId, source: Source, context: CommandContext = commandContext()): void {
  const command = commandById(id)
  const now = availability(command, context)
  if (now.state !== 'ready') {
    const remedy = now.state === 'blocked' ? command.remedy(context) : null
    if (remedy) remedy()
    else if (now.reason !== null) context.effects.notify('info', now.reason)
    return
  }
  if (source === 'palette') {
    store.set(recentCommandsAtom, (recent) => [id, ...recent.filter((earlier) => earlier !== id)])
  }
  nameKey(command, source, context)
  const question = command.question(context)
  if (!question) {
    start(command, context)
    return
  }
  context.effects.openDialog({
    name: 'confirm',
    ...question,
    dangerous: true,
    onConfirm: () => start(command, context),
    onCancel: () => undefined,
  })
}

/** The key of the command that was run last, if another one was not run since: the hint bar names it (KEY-12). */
export const nextKeyAtom = privateAtom<string | null>(null)

/** How often the key of each command was named to this user in this browser. */
const namedKeysAtom = userSetting('named-keys', z.record(z.string(), z.number()), {})
const MOST_NAMED = 3

/** Names the key of a command that was run by the mouse or by its name. */
function nameKey(command: Command, source: Source, context: CommandContext): void {
  const [key] = source === 'key' ? [] : keysOf(command, context)
  const named = store.get(namedKeysAtom)
  const count = named[command.id] ?? 0
  const isNamed = key !== undefined && count < MOST_NAMED
  store.set(nextKeyAtom, isNamed ? key : null)
  if (isNamed) store.set(namedKeysAtom, { ...named, [command.id]: count + 1 })
}

function start(command: Command, context: CommandContext): void {
  const fail = (error: unknown) =>
    context.effects.notify(
      'error',
      [command.failure, reasonBeside(command.failure ?? '', refusalOf(error).reason)]
        .filter((part) => part !== null)
        .join(' '),
    )
  let running: Promise<unknown>
  try {
    running = Promise.resolve(command.run(context))
  } catch (error) {
    fail(error)
    return
  }
  const wait = command.leads ? beginWait({ label: command.title, record: null, holds: 'all' }) : null
  void running.then(
    () => wait !== null && endWait(wait, ARRIVED),
    (error: unknown) => {
      fail(error)
      if (wait !== null) endWait(wait, { type: 'failed', reason: command.failure })
    },
  )
}
