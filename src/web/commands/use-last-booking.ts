import { skipToken, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { Consignment } from '../../contract/consignments.ts'
import { canDeleteConsignment } from '../../domain/freight/consignment-status.ts'
import { recordKey } from '../api/record-source.ts'
import { now } from '../state/clock.ts'
import { lastBookingAtom } from '../state/last-booking.ts'
import { useCommandTarget } from './targets.ts'

const TOO_LATE = 'A booking can be undone for 20 seconds. Delete the consignment instead.'

/** Makes the last booking of this tab a target of commands, with the reason once it can no longer be undone. */
export function useLastBooking(): void {
  const booking = useAtomValue(lastBookingAtom)
  const { code = '', until = 0, printed = false, formPath = '' } = booking ?? {}
  const [expired, setExpired] = useState('')
  useEffect(() => {
    if (code === '') return
    const timer = setTimeout(() => setExpired(code), until - now())
    return () => clearTimeout(timer)
  }, [code, until])
  // Only what is cached: its screen loads it and is updated when the courier collects it.
  const { data } = useQuery<Consignment>({ queryKey: recordKey('consignment', code), queryFn: skipToken })
  const refusal = data ? canDeleteConsignment(data).reason : null
  const over = expired === code ? TOO_LATE : refusal
  useCommandTarget(
    'booking',
    useMemo(() => (code === '' ? null : { code, printed, formPath, over }), [code, printed, formPath, over]),
  )
}
