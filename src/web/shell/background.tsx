import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { arrivalQueries } from '../api/arrivals.ts'
import { cartonsQuery } from '../api/freight.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { useImports } from '../imports/import-watch.tsx'
import { PaletteHost } from '../palette/host.tsx'
import { useSavedViews, ViewsMenu } from '../saved-views/views-menu.tsx'
import { installation } from '../state/installation.ts'
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
  return (
    <>
      <ViewsMenu />
      <PaletteHost />
    </>
  )
}

/** Counts what waits in Arrivals, once the console is idle, because no screen needs it. */
function useArrivals(): void {
  const [isIdle, setIsIdle] = useState(false)
  useWhenIdle(() => setIsIdle(true))
  const enabled = isIdle && installation.capabilities.has('arrivals')
  const { data = 0 } = useQuery({ ...arrivalQueries.count(), enabled })
  useWhileMounted(arrivalsWaitingAtom, data, 0)
}
