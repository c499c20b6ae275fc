import { atom } from 'jotai'
import { availability, type Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { reasonBeside } from '../api/failure.ts'
import { store } from '../state/store.ts'
import { commandContext } from './context.ts'

/** The surface that started a command. */
export type Source = 'palette' | 'key' | 'button' | 'menu'

/** The ids of the commands run in this tab, the latest first: the palette shows them on top. */
export const recentCommandsAtom = atom<readonly CommandId[]>([])

/**
 * The one way in which a command runs. Asks for its availability again, since a surface may show an older state; when
 * it cannot run, takes the step that must come first or says the reason; asks first when it cannot be undone; says the catalogue's message, and the server's
 * reason where it gave one, when it fails.
 * @param context what it acts on, where that is not what the screen has
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
    store.set(recentCommandsAtom, (recent) => [id, ...recent.filter((one) => one !== id)])
  }
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

function start(command: Command, context: CommandContext): void {
  const fail = (error: unknown) =>
    context.effects.notify(
      'error',
      [command.failure, reasonBeside(command.failure, error)].filter((part) => part !== null).join(' '),
    )
  try {
    Promise.resolve(command.run(context)).catch(fail)
  } catch (error) {
    fail(error)
  }
}
