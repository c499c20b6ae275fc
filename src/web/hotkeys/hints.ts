import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { availability, type Command, HINT_GROUPS, yieldsKeys } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isSingleKey, strokesOf } from '../../../commands/engine/keymap.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { isRecordKind } from '../../domain/records/record-kind.ts'

export interface HintLine {
  label: string
  group: (typeof HINT_GROUPS)[number]
  /** One key of each command that shares the label. */
  keys: string[]
  /** Whether its commands are blocked: their keys say why. */
  blocked: boolean
}

/**
 * The hints of the commands that can run now, the most urgent first, and of blocked ones that keep their place;
 * commands with the same label share one.
 */
export function hintsOf(context: CommandContext): HintLine[] {
  const hints = new Map<string, HintLine & { urgency: number }>()
  for (const command of COMMANDS) {
    const keys = keysOf(command, context)
    const [key] = keys
    if (!command.hint || key === undefined || !worksHere(command, key, context)) continue
    const works = isReadyIn(context, command)
    if (!works && !(command.hint.stays && availability(command, context).state === 'blocked')) continue
    const { label, group } = command.hint
    const known = hints.get(label)
    if (known) {
      known.keys.push(key)
      known.blocked &&= !works
    } else {
      const shown = command.handledBy === 'widget' ? [...keys] : [key]
      hints.set(label, { label, group, keys: shown, blocked: !works, urgency: urgencyOf(command, key) })
    }
  }
  return Array.from(hints.values())
    .sort((one, other) => one.urgency - other.urgency)
    .map(({ urgency: _, keys, ...hint }) => ({ ...hint, keys: withRange(keys) }))
}

/** Whether a key does something: runs its command, or takes the step that the command needs first. */
function isReadyIn(context: CommandContext, command: Command): boolean {
  const { state } = availability(command, context)
  return state === 'ready' || (state === 'blocked' && command.remedy(context) !== null)
}

/**
 * The place of a hint: by its group and, within `next`, Enter first, then the part of the screen in use (a form, a
 * panel), then the record to which that part belongs. Equal places keep the order of declaration.
 */
function urgencyOf({ hint, target }: Command, key: string): number {
  const group = hint === null ? HINT_GROUPS.length : HINT_GROUPS.indexOf(hint.group)
  const isEnter = key === 'Enter' || key === 'mod+Enter'
  const within = hint?.group !== 'next' || isEnter ? 0 : isRecordKind(target) ? 2 : 1
  return group * 3 + within
}

/** Three or more keys that differ only in consecutive digits, as a range: alt+1, alt+2, alt+3 become alt+1–3. */
function withRange(keys: string[]): string[] {
  const [first = '', ...rest] = keys
  const start = Number(first.slice(-1))
  const stem = first.slice(0, -1)
  const inTurn = rest.every((key, index) => key === `${stem}${start + index + 1}`)
  return rest.length > 1 && start >= 0 && inTurn ? [`${first}–${start + rest.length}`] : keys
}

/**
 * Whether to show the hint of a key. While a field has the focus, single keys stay visible but faded. Hidden are the
 * hint of `?`, and those of Enter and Space, which the field takes. The consignment form hides all single keys,
 * because its own keys need the space; so does the ship station, because its field keeps the focus.
 */
function worksHere(command: Command, key: string, context: CommandContext): boolean {
  const { layer, typing, targets } = context
  if (!command.layers.includes(layer) || yieldsKeys(command, context)) return false
  if (command.fields === 'inside') return typing
  if (!typing) return true
  if (!isSingleKey(strokesOf(key))) return command.fields === 'both' || layer !== 'page'
  const neverWork = targets.consignmentForm !== undefined || targets.station !== undefined
  return command.hint?.group !== 'always' && !neverWork
}
