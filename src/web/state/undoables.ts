import { atom } from 'jotai'
import type { Undoable } from '../../../commands/engine/targets.ts'
import { counted } from '../../domain/format/text.ts'
import { UNDO_MS } from '../../domain/orders/taking-back.ts'
import { now } from './clock.ts'
import { installation } from './installation.ts'
import { lastBookingAtom } from './last-booking.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'
import { dismissToastsOf } from './toasts.ts'

/** What the user has done to orders in this tab. Bookings are in `last-booking.ts`. */
interface Undoables {
  /** Those that can be undone, oldest first. */
  open: readonly Undoable[]
  /** The last one that could be, so that its key can say that it is too late. */
  over: Undoable | null
}

const NONE: Undoables = { open: [], over: null }

const undoablesAtom = privateAtom(NONE)

/** What `z` undoes apart from a booking, and whether it still can; null if the user has booked since. */
export const lastUndoableAtom = atom((get) => {
  const { open, over } = get(undoablesAtom)
  const last = open.at(-1) ?? over
  const booking = get(lastBookingAtom)
  if (last === null || (booking !== null && booking.until >= last.until)) return null
  return { undoable: last, isOpen: last !== over }
})

/**
 * Remembers what the user has done. Null if it cannot be undone: the back end lacks the capability, an answer was lost, or
 * it is too late.
 * @param steps the ids in the answers; null for an action without one
 * @param at when it was done, in ms
 */
export function noteUndoable(
  title: string,
  codes: readonly string[],
  steps: readonly (string | null)[],
  at = now(),
): Undoable | null {
  const known = steps.filter((step) => step !== null)
  const until = at + UNDO_MS
  if (known.length === 0 || known.length < steps.length || until <= now()) return null
  return noteLast({ title, codes, steps: known }, until)
}

/** The booking of an order in a run. */
export interface BookedInRun {
  order: string
  consignment: string
  /** Restores the typed text of its form, unless the form was edited since. */
  restoreForm(): void
}

/** Remembers bookings of a run. Null without one. */
export function noteBookings(booked: readonly BookedInRun[]): Undoable | null {
  if (booked.length === 0) return null
  return noteLast({
    title: bookingTitle(booked.length),
    codes: booked.map(({ order }) => order),
    steps: booked.map(({ consignment }) => consignment),
    isBooking: true,
    restoreForm: (code) => booked.find(({ consignment }) => consignment === code)?.restoreForm(),
  })
}

function bookingTitle(orders: number): string {
  return `Booking of ${counted(orders, 'order')}`
}

/**
 * Forgets the bookings of a run that were undone. Those whose consignments could not be deleted can still be undone, until
 * the same time.
 */
export function forgetBookings(undone: Undoable, left: readonly { code: string; step: string }[]): void {
  forgetUndoable(undone)
  if (left.length === 0) return
  const [codes, steps] = [left.map(({ code }) => code), left.map(({ step }) => step)]
  noteLast({ ...undone, title: bookingTitle(left.length), codes, steps }, undone.until)
}

function noteLast(done: Omit<Undoable, 'until'>, until = now() + UNDO_MS): Undoable | null {
  if (!installation.capabilities.has('taking-back')) return null
  const known = done.steps
  const undoable: Undoable = { ...done, until }
  store.set(undoablesAtom, ({ open, over }) => ({
    open: [...open.filter(isApartFrom(known)), undoable],
    over,
  }))
  setTimeout(() => end(undoable), until - now())
  return undoable
}

/** Whether something done has none of these steps. */
function isApartFrom(steps: readonly string[]): (one: Undoable) => boolean {
  return (one) => !one.steps.some((step) => steps.includes(step))
}

function end(undoable: Undoable): void {
  store.set(undoablesAtom, (undoables) =>
    undoables.open.includes(undoable)
      ? { open: undoables.open.filter((one) => one !== undoable), over: undoable }
      : undoables,
  )
}

/** Forgets what was undone, or cannot be any more, with its notice. */
export function forgetUndoable({ steps }: Pick<Undoable, 'steps'>): void {
  const isOther = isApartFrom(steps)
  store.set(undoablesAtom, ({ open, over }) => ({
    open: open.filter(isOther),
    over: over && isOther(over) ? over : null,
  }))
  dismissToastsOf('step.undo', ({ undoable }) => undoable !== null && !isOther(undoable))
}
