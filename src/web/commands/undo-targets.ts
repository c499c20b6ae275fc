import { skipToken, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Undoable } from '../../../commands/engine/targets.ts'
import type { Consignment } from '../../contract/consignments.ts'
import { canDeleteConsignment } from '../../domain/freight/consignment.ts'
import { recordKey } from '../api/record-source.ts'
import { lastBookingAtom } from '../state/last-booking.ts'
import { lastUndoableAtom } from '../state/undoables.ts'
import { useCommandTarget } from './targets.ts'

const TOO_LATE = 'A booking can be undone for 20 seconds. Delete the consignment instead.'

/** Makes the last booking of this tab a target of commands, with the reason once it can no longer be undone. */
export function useLastBooking(): void {
  const booking = useAtomValue(lastBookingAtom)
  const { code = '', isOver = false, printed = false, formPath = '' } = booking ?? {}
  // Only what is cached: its screen loads it and is updated when the courier collects it.
  const { data } = useQuery<Consignment>({ queryKey: recordKey('consignment', code), queryFn: skipToken })
  const refusal = data ? canDeleteConsignment(data).reason : null
  const over = isOver ? TOO_LATE : refusal
  const isLast = useAtomValue(lastUndoableAtom) === null
  useCommandTarget(
    'booking',
    useMemo(
      () => (code === '' || !isLast ? null : { code, printed, formPath, over }),
      [code, isLast, printed, formPath, over],
    ),
  )
}

/** Why something can no longer be undone. */
export function tooLate({ isBooking = false, codes }: Pick<Undoable, 'isBooking' | 'codes'>): string {
  if (!isBooking) return 'A step can be undone for 20 seconds. Take it back with a reason instead.'
  return codes.length === 1
    ? TOO_LATE
    : 'Bookings can be undone for 20 seconds. Delete the consignments instead.'
}

/** Makes what the user has done last in this tab a target of commands, unless that is a booking. */
export function useLastUndoable(): void {
  const last = useAtomValue(lastUndoableAtom)
  useCommandTarget(
    'undo',
    useMemo(() => last && { ...last.undoable, over: last.isOpen ? null : tooLate(last.undoable) }, [last]),
  )
}
