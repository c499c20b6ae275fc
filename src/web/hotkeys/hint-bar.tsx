import { atom, useAtomValue } from 'jotai'
import { Fragment, useLayoutEffect, useRef } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { commandById } from '../../../commands/index.ts'
import { contextAtom } from '../commands/context.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { cn } from '../lib/cn.ts'
import { keyQueueAtom } from '../state/key-queue.ts'
import { readyFollowing } from './bindings.ts'
import { dropToFit } from './fit-hints.ts'
import { type HintLine, hintsOf } from './hints.ts'
import { pendingAtom } from './hotkeys.tsx'

/** The keys that work at this moment, from the declared commands. Hidden on phones. */
export function HintBar() {
  const context = useAtomValue(contextAtom)
  const pending = useAtomValue(pendingAtom)
  const bar = useRef<HTMLElement>(null)
  const waiting = useAtomValue(waitingAtom)
  const hints = pending.length > 0 || waiting !== null ? [] : hintsOf(context)
  const shown = [waiting, ...pending.map((stroke) => stroke.chord), ...hints.map((hint) => hint.label)].join(
    '\n',
  )
  useFitting(bar, shown)
  return (
    <section
      ref={bar}
      aria-label="Keys that work here"
      className={cn(
        'flex h-7 items-center gap-3.5 overflow-hidden border-t border-line bg-bg px-4 text-small whitespace-nowrap text-fg-2 max-sm:hidden print:hidden',
        context.layer !== 'page' && 'relative z-12',
      )}
    >
      {waiting !== null && <Waiting words={waiting} />}
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

function HintItem({ hint: { label, keys, group, blocked } }: { hint: HintLine }) {
  return (
    <span
      data-hint={group}
      className={cn('inline-flex items-center gap-[5px]', blocked && 'text-fg-3 [&_kbd]:text-fg-3')}
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

/** Limits the hints to one line. */
function useFitting(bar: React.RefObject<HTMLElement | null>, shown: string): void {
  const room = useRef(0)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    room.current = element.clientWidth
    const observer = new ResizeObserver(() => {
      room.current = element.clientWidth
      dropToFit(element, room.current)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides what fits
  useLayoutEffect(() => {
    if (bar.current) dropToFit(bar.current, room.current)
  }, [bar, shown])
}
