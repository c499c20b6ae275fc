import { useEffect } from 'react'

/**
 * Keeps the records of this tab up to date while the calling component is mounted. Its stream opens with the first
 * response of the page, so that no change waits for slower ones.
 */
export function useLiveDesk(): void {
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    void import('./live-desk.ts').then(({ startLiveDesk }) => {
      if (!isOver) stop = startLiveDesk()
    }, ignore)
    return () => {
      isOver = true
      stop()
    }
  }, [])
}

/** Without this chunk the console refetches on focus. */
function ignore(): void {}
