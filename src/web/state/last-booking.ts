import { atom } from 'jotai'
import type { LastPrint } from '../../../commands/engine/targets.ts'
import { UNDO_MS } from '../../domain/orders/taking-back.ts'
import { now } from './clock.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'
import { dismissToastsOf, type NoticeOffer } from './toasts.ts'

/** A consignment that was booked in this tab. */
export interface NotedBooking {
  code: string
  /** When it can no longer be undone, in ms; and whether that time has come. */
  until: number
  isOver: boolean
  /** How many jobs of this tab have printed its label, or may. */
  prints: number
  /** Path of its form. */
  formPath: string
  /** Restores the typed text of the form, unless the form was edited since. */
  restoreForm(): void
}

/** The codes of the orders that this tab has sent, so that it need not say so of another desk. */
export const sentHereAtom = privateAtom<ReadonlySet<string>>(new Set<string>())

export function noteSent(code: string): void {
  store.set(sentHereAtom, (codes) => new Set([...codes, code]))
}

/** The bookings that can be undone, and those whose time has come since the last one; oldest first. */
export const bookingsAtom = privateAtom<readonly NotedBooking[]>([])

/** The one that `z` undoes; null if there is none. */
export const lastBookingAtom = atom((get) => get(bookingsAtom).at(-1) ?? null)

/** Remembers a booking. Returns what its notice offers. */
export function noteBooking(
  booking: Pick<NotedBooking, 'code' | 'formPath' | 'restoreForm'>,
): Pick<NoticeOffer, 'commands' | 'booking' | 'until'> {
  const { code } = booking
  const noted: NotedBooking = { ...booking, until: now() + UNDO_MS, isOver: false, prints: 0 }
  store.set(bookingsAtom, (bookings) => [
    ...bookings.filter((one) => !one.isOver && one.code !== code),
    noted,
  ])
  const end = (one: NotedBooking) => (isSame(one, noted) ? { ...one, isOver: true } : one)
  setTimeout(() => store.set(bookingsAtom, (bookings) => bookings.map(end)), UNDO_MS)
  return { commands: ['booking.undo'], booking: code, until: noted.until }
}

const isSame = (one: NotedBooking, { code, until }: NotedBooking) => one.code === code && one.until === until

/** A booking of this tab whose consignment is to be deleted. */
type Awaited = Pick<NotedBooking, 'code' | 'prints' | 'restoreForm'>

/** Those whose deletion was requested here, until it is known: also after the time of their undo. */
const awaitedAtom = privateAtom<readonly Awaited[]>([])

/**
 * Notes that a job has printed labels, or may from now on.
 * @param jobs -1 once it certainly has not
 */
export function noteLabelsPrinted(codes: readonly string[], jobs: 1 | -1 = 1): void {
  const printed = <One extends Awaited>(one: One): One =>
    codes.includes(one.code) ? { ...one, prints: one.prints + jobs } : one
  store.set(bookingsAtom, (bookings) => bookings.map(printed))
  store.set(awaitedAtom, (all) => all.map(printed))
}

/** The codes of consignments that were booked here, and whose deletion may still be under way. */
export function awaitedDeletions(): string[] {
  return store.get(awaitedAtom).map(({ code }) => code)
}

/**
 * Remembers the booking of a consignment until its deletion is known. Ignored if it is not known here.
 * @param booking what is known of one that was booked in a run
 */
export function awaitDeletion(code: string, booking: Omit<Awaited, 'code'> | undefined = noted(code)): void {
  if (booking) store.set(awaitedAtom, (all) => [...all.filter(isOther(code)), { ...booking, code }])
}

function noted(code: string): NotedBooking | undefined {
  return store.get(bookingsAtom).find((one) => one.code === code)
}

const isOther = (code: string) => (one: Pick<NotedBooking, 'code'>) => one.code !== code

/**
 * Forgets a booking whose consignment was deleted, with its notice, and restores its form.
 * @returns whether there is a printed label of it
 */
export function forgetBooking(code: string): boolean {
  const booking = noted(code) ?? store.get(awaitedAtom).find((one) => one.code === code)
  if (!booking) return false
  booking.restoreForm()
  store.set(bookingsAtom, (bookings) => bookings.filter(isOther(code)))
  store.set(awaitedAtom, (all) => all.filter(isOther(code)))
  dismissToastsOf('booking.undo', (toast) => toast.booking === code)
  return booking.prints > 0
}

/** The last document that was printed or failed to print in this tab; null before the first. */
export const lastPrintAtom = privateAtom<LastPrint | null>(null)
