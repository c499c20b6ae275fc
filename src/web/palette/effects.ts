import { flushSync } from 'react-dom'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { contextFor } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isRecordKind, kindFacts } from '../../domain/records/record-kind.ts'
import { commandContext } from '../commands/context.ts'
import { capsOf } from '../commands/key-text.ts'
import { recentCommandsAtom, runCommand } from '../commands/run.ts'
import { focusScreen } from '../lib/return-focus.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { store } from '../state/store.ts'
import { groupsAtom, lookUp } from './current-rows.ts'
import type { CommandRow } from './machine/row.ts'
import type { Effect, Where } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/**
 * Runs one effect of the palette's state machine.
 * @param leave moves the focus out of the palette, which closes
 */
export function runPaletteEffect(effect: Effect, leave: () => void): void {
  switch (effect.do) {
    case 'look-up':
      dispatch({ type: 'looked-up', sources: lookUp() })
      break
    case 'request-frame':
      // Renders synchronously, so that the result is painted in this frame.
      requestAnimationFrame(() => flushSync(() => dispatch({ type: 'frame' })))
      break
    case 'act':
      dispatch({ type: 'act', groups: store.get(groupsAtom) })
      break
    case 'open':
      go(recordPath(effect.record), effect.where)
      break
    case 'go':
      go(effect.path, effect.where)
      break
    case 'copy':
      void commandContext().effects.copy(effect.text)
      break
    case 'run':
      // Moves the focus first, because the next key is for the screen or dialog that the command opens.
      leave()
      teach(effect.row)
      runCommand(effect.row.command.id, 'palette', contextOf(effect.row, effect.isAction))
      break
  }
}

/** Notifies the user of the key of a command that was typed with its records, the first time that it runs. */
function teach({ command, asked, subject }: CommandRow): void {
  const { id, title, target } = command
  const context = commandContext()
  const [key] = keysOf(command, context)
  const isKnown = store.get(recentCommandsAtom).includes(id)
  if (!asked || isKnown || key === undefined || !isRecordKind(target)) return
  const where =
    subject === null ? `with ${kindFacts(target).name}s selected` : `on an open ${kindFacts(target).name}`
  context.effects.notify('info', `${title}: press ${capsOf(key).join(' ')} ${where}`)
}

function go(path: string, where: Where): void {
  const { effects } = commandContext()
  if (where === 'new-tab') {
    effects.openInNewTab(path)
    return
  }
  // A field of the screen that is left must not receive the keys typed for the record.
  focusScreen()
  effects.navigate(path)
}

/** A command acts on the targets that its row was rendered for, even if the screen has changed since. */
function contextOf({ targets, command }: CommandRow, isAction: boolean): CommandContext {
  const now = commandContext()
  return isAction ? { ...now, targets } : contextFor(command, targets, now)
}
