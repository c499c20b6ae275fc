import { useEffect } from 'react'
import { whenIdle } from '../api/when-idle.ts'

/** Keeps the records of this tab up to date while the calling component is mounted. Loaded and begun when idle. */
export function useLiveDesk(): void {
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    const cancel = whenIdle(() => {
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
