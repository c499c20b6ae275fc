import { clsx } from 'clsx'
import { atom, useAtomValue } from 'jotai'
import { Fragment, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { availability, type Command, HINT_GROUPS, yieldsKeys } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isSingleKey, strokesOf } from '../../../commands/engine/keymap.ts'
import { COMMANDS, commandById } from '../../../commands/index.ts'
import { isRecordKind } from '../../domain/records/record-kind.ts'
import { contextAtom } from '../commands/context.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { nextKeyAtom } from '../commands/run.ts'
import { keyQueueAtom } from '../state/key-queue.ts'
import { readyFollowing } from './bindings.ts'
import { pendingAtom } from './hotkeys.tsx'

/** The keys that work at this moment, from the declared commands. Hidden on phones. */
export function HintBar() {
  const context = useAtomValue(contextAtom)
  const pending = useAtomValue(pendingAtom)
  const waiting = useAtomValue(waitingAtom)
  const nextKey = useAtomValue(nextKeyAtom)
  const hints = pending.length > 0 || waiting !== null ? [] : hintsOf(context)
  const shown = [
    waiting,
    nextKey,
    ...pending.map((stroke) => stroke.chord),
    ...hints.map((hint) => hint.label),
  ].join('\n')
  const fitting = useFitting(shown)
  return (
    <section
      ref={fitting}
      aria-label="Keys that work here"
      className={clsx(
        'flex h-7 items-center gap-3.5 overflow-hidden border-t border-line bg-bg px-4 text-small whitespace-nowrap text-fg-2 max-sm:hidden print:hidden',
        context.layer !== 'page' && 'relative z-12',
      )}
    >
      {waiting !== null && <Waiting words={waiting} />}
      {nextKey !== null && hints.length > 0 && <NextKey name={nextKey} />}
      {pending.length > 0 && <Followers context={context} />}
      {hints.map((hint, index) => (
        <Fragment key={hint.label}>
          <Gap hint={hint} before={hints[index - 1]} />
          <HintItem hint={hint} />
        </Fragment>
      ))}
    </section>
  )
}

/** What keys wait for, and which: '108856 … Record payment, Ctrl Enter'. Null if none do. */
const waitingAtom = atom((get) => {
  const { waits, keys, bound } = get(keyQueueAtom)
  if (keys.length === 0) return null
  const wait = waits.find(({ id }) => id === bound?.wait) ?? waits.at(-1)
  return `${wait?.label ?? ''} … ${keys.map(({ name }) => name).join(', ')}`
})

/** Says politely which keys wait, and that Esc drops them. */
function Waiting({ words }: { words: string }) {
  return (
    <>
      <span role="status" className="flex-1 truncate font-medium text-fg">
        {words}
      </span>
      <HintItem hint={{ label: 'Drop them', group: 'always', keys: ['Escape'], blocked: false }} />
    </>
  )
}

/** The key by which the last command can be run next time. */
function NextKey({ name }: { name: string }) {
  return (
    <span
      aria-live="polite"
      data-hint="always"
      className="inline-flex items-center gap-[5px] font-medium text-fg"
    >
      Next time: <KeyCaps keys={[name]} className="[&>kbd]:h-[17px]" />
    </span>
  )
}

function HintItem({ hint: { label, keys, group, blocked } }: { hint: HintLine }) {
  return (
    <span
      data-hint={group}
      className={clsx('inline-flex items-center gap-[5px]', blocked && 'text-fg-3 [&_kbd]:text-fg-3')}
    >
      <KeyCaps keys={keys} className="[&>kbd]:h-[17px]" />
      {label}
    </span>
  )
}

/** A line between groups; the last group is aligned right. */
function Gap({ hint, before }: { hint: HintLine; before: HintLine | undefined }) {
  if (hint.group === 'always' && before?.group !== 'always') return <span className="flex-1" />
  if (!before || before.group === hint.group || hint.group === 'always') return null
  return <i data-gap="" aria-hidden="true" className="h-4 w-px shrink-0 bg-line" />
}

/** During an unfinished sequence: its keys so far, and the keys that can follow. */
function Followers({ context }: { context: CommandContext }) {
  const pending = useAtomValue(pendingAtom)
  const following = readyFollowing(pending, context)
  return (
    <>
      <KeyCaps keys={pending.map((stroke) => stroke.chord)} />
      <span>then</span>
      {following.map(({ stroke, id }) => (
        <HintItem
          key={`${stroke} ${id}`}
          hint={{ label: commandById(id).titleIn(context), group: 'move', keys: [stroke], blocked: false }}
        />
      ))}
      <span className="flex-1" />
      <HintItem hint={{ label: 'Cancel', group: 'always', keys: ['Escape'], blocked: false }} />
    </>
  )
}

/** Limits the hints to one line. Returns the ref of their bar. */
function useFitting(shown: string): RefCallback<HTMLElement> {
  const measured = useRef<{ bar: HTMLElement; room: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides what fits
  useLayoutEffect(() => {
    if (measured.current) dropToFit(measured.current.bar, measured.current.room)
  }, [shown])
  return useCallback((bar: HTMLElement) => {
    measured.current = { bar, room: bar.clientWidth }
    const observer = new ResizeObserver(() => {
      const room = bar.clientWidth
      measured.current = { bar, room }
      dropToFit(bar, room)
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
}

interface HintLine {
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

/** In pixels: the padding of the bar, and the gap between its items. */
const EDGES = 32
const GAP = 14

/** Hides the hints that do not fit into the bar, the least urgent first, and separators that no longer separate. */
export function dropToFit(bar: HTMLElement, room: number): void {
  const items = [...bar.querySelectorAll<HTMLElement>('[data-hint]')]
  const gaps = [...bar.querySelectorAll<HTMLElement>('[data-gap]')]
  for (const element of [...items, ...gaps]) element.hidden = false
  // All widths are read before any hint is hidden: each width that is read after a change lays out the page again.
  const measured = items.map((item) => ({ item, width: item.offsetWidth }))
  const droppable = measured.filter(({ item }) => item.dataset.hint !== 'always')
  let used = EDGES + gaps.length + (bar.childElementCount - 1) * GAP
  for (const { width } of measured) used += width
  while (used > room && droppable.length > 0) {
    const dropped = droppable.pop()
    if (!dropped) break
    used -= dropped.width + GAP
    dropped.item.hidden = true
  }
  hideIdleGaps(bar)
}

/** Shows one separator between two visible hints, and none at the ends. */
function hideIdleGaps(bar: HTMLElement): void {
  let isAfterHint = false
  let gap: HTMLElement | null = null
  for (const child of bar.querySelectorAll<HTMLElement>(':scope > *')) {
    if (child.dataset.gap !== undefined) {
      child.hidden = true
      if (isAfterHint) gap = child
    } else if (child.dataset.hint === undefined) {
      gap = null
    } else if (!child.hidden) {
      if (gap) gap.hidden = false
      gap = null
      isAfterHint = true
    }
  }
}
