import { useEffect } from 'react'
import { whenLoaded } from '../api/when-idle.ts'

/** Keeps the records of this tab up to date while the calling component is mounted, from the first rows on. */
export function useLiveDesk(): void {
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    const cancel = whenLoaded(() => {
      void import('./live-desk.ts').then(({ startLiveDesk }) => {
        if (!isOver) stop = startLiveDesk()
      }, ignore)
    })
    return () => {
      isOver = true
      cancel()
      stop()
    }
  }, [])
}

/** Without this chunk the console refetches on focus. */
function ignore(): void {}
