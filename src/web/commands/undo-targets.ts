import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { BookingTarget, Targets, Undoable } from '../../../commands/engine/targets.ts'
import type { Consignment } from '../../contract/consignments.ts'
import { canDeleteConsignment } from '../../domain/freight/consignment.ts'
import { useCached } from '../api/query-client.ts'
import { recordKey } from '../api/record-source.ts'
import { bookingsAtom, lastBookingAtom, type NotedBooking } from '../state/last-booking.ts'
import { lastUndoableAtom } from '../state/undoables.ts'
import { targetsAtom, useCommandTarget } from './targets.ts'

const TOO_LATE = 'A booking can be undone for 20 seconds. Delete the consignment instead.'

/** Makes the last booking of this tab a target of commands. */
export function useLastBooking(): void {
  const last = useAtomValue(lastBookingAtom)
  useCommandTarget('booking', useBookingTarget(last?.code ?? ''))
}

/** A booking of this tab, with the reason once it can no longer be undone; null if it is not known or was undone. */
export function useBookingTarget(code: string): BookingTarget | null {
  const booking = useAtomValue(bookingsAtom).find((one) => one.code === code)
  // Only what is cached: its screen loads it and is updated when the courier collects it.
  const consignment = useCached<Consignment>(recordKey('consignment', code))
  const refusal = consignment ? canDeleteConsignment(consignment).reason : null
  return useMemo(() => (booking ? bookingTarget(booking, refusal) : null), [booking, refusal])
}

function bookingTarget(
  { code, prints, formPath, isOver }: NotedBooking,
  refusal: string | null,
): BookingTarget {
  return { code, printed: prints > 0, formPath, over: isOver ? TOO_LATE : refusal }
}

/** Why something can no longer be undone. */
export function tooLate({ isBooking = false, codes }: Pick<Undoable, 'isBooking' | 'codes'>): string {
  if (!isBooking) return 'A step can be undone for 20 seconds. Take it back with a reason instead.'
  return codes.length === 1
    ? TOO_LATE
    : 'Bookings can be undone for 20 seconds. Delete the consignments instead.'
}

/** Targets of which an undo acts on this, and not on a booking. */
export function withUndo(
  { booking: _, ...targets }: Partial<Targets>,
  undoable: Undoable,
  isOpen: boolean,
): Partial<Targets> {
  return { ...targets, undo: { ...undoable, over: isOpen ? null : tooLate(undoable) } }
}

/** Targets of which an undo acts on this booking alone; null if it can no longer be undone. */
export function withBooking(
  { booking: _, undo: __, ...targets }: Partial<Targets>,
  booking: BookingTarget | null,
): Partial<Targets> {
  return booking === null ? targets : { ...targets, booking }
}

/**
 * The targets of commands: what components have registered, and what was done last. The latter is no component's, because
 * a key that waits for an undo acts before the next render.
 */
export const currentTargetsAtom = atom((get): Partial<Targets> => {
  const last = get(lastUndoableAtom)
  const targets = get(targetsAtom)
  if (last !== null) return withUndo(targets, last.undoable, last.isOpen)
  const booking = get(lastBookingAtom)
  if (targets.booking?.code === booking?.code) return targets
  return withBooking(targets, booking && bookingTarget(booking, null))
})
