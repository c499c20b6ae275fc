import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { availability } from '../../../commands/engine/command.ts'
import type { Targets } from '../../../commands/engine/targets.ts'
import { commandById } from '../../../commands/index.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { contextAtom } from '../commands/context.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { runCommand } from '../commands/run.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { useBookingTarget, withBooking, withUndo } from '../commands/undo-targets.ts'
import { now, useNow } from '../state/clock.ts'
import { lastPrintAtom } from '../state/last-booking.ts'
import { dismissToast, type Toast, toastsAtom } from '../state/toasts.ts'
import { Alert } from '../ui/alert.tsx'

/** How long a toast is shown, in milliseconds. Errors stay until dismissed. */
const SHOWN_MS = 8_000
const FADE_MS = 150

/** Toasts at the lower right, above pagination and hint bar. */
export function ToastStack() {
  const toasts = useAtomValue(toastsAtom)
  /** The toast under the pointer or with the focus. */
  const [held, setHeld] = useState<number | null>(null)
  const isHeld = toasts.some(({ id }) => id === held)
  // Here, because notices of failures offer what to do with the last print.
  useCommandTarget('lastPrint', useAtomValue(lastPrintAtom))
  const stopping = toasts.findLast(({ stopped }) => stopped !== null)
  useCommandTarget('stoppedParcel', stopping?.stopped ?? null)
  const error = toasts.findLast(({ tone }) => tone === 'error')
  const next = (isHeld ? held : (error ?? toasts.at(-1))?.id) ?? null
  const waits = isHeld || error !== undefined
  useCommandTarget(
    'notices',
    useMemo(() => (next === null ? null : { waits, dismiss: () => dismissToast(next) }), [next, waits]),
  )
  const hold = useCallback(
    (id: number, on: boolean) => setHeld((one) => (on ? id : one === id ? null : one)),
    [],
  )
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-[76px] z-20 grid w-[360px] max-w-[calc(100vw-32px)] gap-2 max-sm:bottom-[72px] print:hidden"
    >
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} held={toast.id === held} onHold={hold} />
      ))}
    </section>
  )
}

interface ToastBoxProps {
  toast: Toast
  held: boolean
  onHold(id: number, on: boolean): void
}

function ToastBox({ toast, held, onHold }: ToastBoxProps) {
  const { id, tone, text, earlier, link, until } = toast
  const fading = useFading(id, tone !== 'error' && !held, until)
  // Failures have this title (MSG-1). Their text may be equal to it.
  const title = tone === 'error' ? MESSAGES.somethingWrong : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes whether it is being read
    <div
      onPointerEnter={() => onHold(id, true)}
      onPointerLeave={({ currentTarget }) => onHold(id, currentTarget.contains(document.activeElement))}
      onFocus={() => onHold(id, true)}
      onBlur={() => onHold(id, false)}
      className={`pointer-events-auto rounded-l shadow-2 ${fading ? 'opacity-0 transition-opacity duration-150 motion-reduce:transition-none' : ''}`}
    >
      <Alert
        tone={tone}
        title={title}
        action={
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => dismissToast(id)}
            className="-m-0.5 grid size-6 place-items-center rounded-s text-fg-2"
          >
            <X className="icon-14" aria-hidden="true" />
          </button>
        }
      >
        {earlier.map((line) => (
          <p key={line} className="text-fg-2">
            {line}
          </p>
        ))}
        {text !== title && <span>{text}</span>}
        {link && (
          <Link
            to={link.path}
            onClick={() => dismissToast(id)}
            className="ml-2 font-medium underline underline-offset-2"
          >
            {link.label}
          </Link>
        )}
        <ToastCommands toast={toast} />
      </Alert>
    </div>
  )
}

/**
 * What the buttons of a toast act on: what it is about, while keys act on what was done or printed last.
 * @returns whether that is the same
 */
function useToastTargets({ undoable, booking, stopped, print }: Toast, current: Partial<Targets>) {
  const booked = useBookingTarget(booking ?? '')
  const isLast =
    (undoable === null || current.undo?.steps === undoable.steps) &&
    (booking === null || current.booking?.code === booking) &&
    (stopped === null || current.stoppedParcel === stopped) &&
    (print === null || current.lastPrint === print)
  const others = {
    ...current,
    ...(stopped && { stoppedParcel: stopped }),
    ...(print && { lastPrint: print }),
  }
  if (undoable !== null) return { isLast, targets: withUndo(others, undoable, now() < undoable.until) }
  return { isLast, targets: booking === null ? others : withBooking(others, booked) }
}

/** Buttons of the commands that are ready, such as another way to print. */
function ToastCommands({ toast }: { toast: Toast }) {
  const { id, commands, until } = toast
  const current = useAtomValue(contextAtom)
  const { isLast, targets } = useToastTargets(toast, current.targets)
  const context = { ...current, targets }
  const ready = commands
    .map(commandById)
    .filter((command) => availability(command, context).state === 'ready')
  if (ready.length === 0) return null
  return (
    <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {ready.map((command) => (
        <button
          key={command.id}
          type="button"
          onClick={() => {
            // What is asked about dismisses it once it is done, so that it is still offered after Cancel.
            if (!command.question(context)) dismissToast(id)
            runCommand(command.id, 'button', context)
          }}
          className="rounded-s text-left font-medium underline underline-offset-2 max-sm:min-h-9"
        >
          {command.title}
          {isLast && <CommandKeys id={command.id} className="ml-2 align-middle max-sm:hidden" />}
        </button>
      ))}
      {until !== null && <Countdown until={until} />}
    </span>
  )
}

const SECOND_MS = 1_000

/** The seconds left. Screen readers are told once how many there are, because they would announce every second. */
function Countdown({ until }: { until: number }) {
  const at = useNow(SECOND_MS)
  const [first] = useState(at)
  return (
    <span className="ml-auto text-fg-2 tabular">
      <span className="sr-only">within {secondsTo(until, first)} seconds</span>
      <span aria-hidden="true">{secondsTo(until, at)} s</span>
    </span>
  )
}

function secondsTo(until: number, at: number): number {
  return Math.max(0, Math.ceil((until - at) / SECOND_MS))
}

/**
 * Removes a toast after it was visible for long enough.
 * @returns whether that timer is running
 */
function useFading(id: number, timed: boolean, until: number | null): boolean {
  const [fading, setFading] = useState(false)
  useEffect(() => {
    if (!timed) return
    // A command that was folded in may have less time left than a new text needs to be read.
    const shown = until === null ? SHOWN_MS : Math.max(SHOWN_MS, until - now())
    const fade = setTimeout(() => setFading(true), shown)
    const gone = setTimeout(() => dismissToast(id), shown + FADE_MS)
    return () => {
      clearTimeout(fade)
      clearTimeout(gone)
      setFading(false)
    }
  }, [id, timed, until])
  return fading
}
