import { useQueries, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { arrivalQueries } from '../api/arrivals.ts'
import { consignmentQueries } from '../api/consignments.ts'
import { cartonsQuery } from '../api/freight.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { useImports } from '../imports/import-watch.tsx'
import { PaletteHost } from '../palette/host.tsx'
import { resumeUnsaved } from '../picking/pick-run-store.ts'
import { useSavedViews, ViewsMenu } from '../saved-views/views-menu.tsx'
import { installation } from '../state/installation.ts'
import { bookingsAtom } from '../state/last-booking.ts'
import { onSessionChange } from '../state/session.ts'
import { useWhileMounted } from '../state/store.ts'
import { arrivalsWaitingAtom } from './sidebar.tsx'

/**
 * What works behind every screen and no first row needs, in a script that is loaded after these: the palette with its
 * index, saved views, imports and the number of arrivals. A key that opens the palette before waits for it.
 */
export function Background() {
  useSavedViews()
  useQuery(cartonsQuery())
  useImports()
  useArrivals()
  useBookings()
  useEffect(resumePicking, [])
  return (
    <>
      <ViewsMenu />
      <PaletteHost />
    </>
  )
}

/** Sends what pickers ticked and was not saved, also after a sign-in, wherever they are (RUN-5). */
function resumePicking(): () => void {
  const resume = () => installation.capabilities.has('pick-runs') && resumeUnsaved()
  resume()
  return onSessionChange(resume)
}

/** Makes bookings whose undo was offered known to live updates, which then say that the courier has one. Requests nothing. */
function useBookings(): void {
  const bookings = useAtomValue(bookingsAtom)
  useQueries({
    queries: bookings.map(({ code }) => ({
      ...consignmentQueries.detail(code),
      enabled: false,
      notifyOnChangeProps: [],
    })),
  })
}

/** Counts what waits in Arrivals, once the console is idle, because no screen needs it. */
function useArrivals(): void {
  const [isIdle, setIsIdle] = useState(false)
  useWhenIdle(() => setIsIdle(true))
  const enabled = isIdle && installation.capabilities.has('arrivals')
  const { data = 0 } = useQuery({ ...arrivalQueries.count(), enabled })
  useWhileMounted(arrivalsWaitingAtom, data, 0)
}
