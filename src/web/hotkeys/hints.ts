import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { availability, type Command, HINT_GROUPS } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isSingleKey, strokesOf } from '../../../commands/engine/keymap.ts'
import { COMMANDS } from '../../../commands/index.ts'

export interface HintLine {
  label: string
  group: (typeof HINT_GROUPS)[number]
  /** One key of each command that shares the label. */
  keys: string[]
}

/** The hints of the commands that can run now, in the order of the bar; commands with the same label share one. */
export function hintsOf(context: CommandContext): HintLine[] {
  const hints = new Map<string, HintLine>()
  for (const command of COMMANDS) {
    const keys = keysOf(command, context)
    const [key] = keys
    if (!command.hint || key === undefined || !worksHere(command, key, context)) continue
    if (availability(command, context).state !== 'ready') continue
    const { label, group } = command.hint
    const known = hints.get(label)
    if (known) known.keys.push(key)
    else hints.set(label, { label, group, keys: command.handledBy === 'widget' ? [...keys] : [key] })
  }
  return HINT_GROUPS.flatMap((group) => [...hints.values()].filter((hint) => hint.group === group))
}

/**
 * Whether to show the hint of a key. While a field has the focus, single keys stay visible but faded. Hidden are the
 * hint of `?`, and those of Enter and Space, which the field takes. The consignment form hides all single keys,
 * because its own keys need the space; so does the ship station, because its field keeps the focus.
 */
function worksHere(command: Command, key: string, context: CommandContext): boolean {
  const { layer, typing, targets } = context
  if (!command.layers.includes(layer)) return false
  if (command.fields === 'inside') return typing
  if (!typing) return true
  if (!isSingleKey(strokesOf(key))) return command.fields === 'both' || layer !== 'page'
  const neverWork = targets.consignmentForm !== undefined || targets.station !== undefined
  return command.hint?.group !== 'always' && !neverWork
}
