import { useCallback, useMemo, useState } from 'react'
import { useCommandTarget } from '../commands/targets.ts'
import { useNarrow } from '../table/use-narrow.ts'

interface Preview {
  /** Whether the pane is open. */
  peeking: boolean
  /** Opens the pane; undefined on a narrow screen, which has no space next to the rows. */
  open: (() => void) | undefined
  close(): void
}

/** State of a list's preview pane. It follows the active row, also to other pages, until it is closed. */
export function usePreview(focusRows: () => void, hasRows: boolean): Preview {
  const [wanted, setWanted] = useState(false)
  const narrow = useNarrow()
  const peeking = wanted && hasRows && !narrow
  const open = useCallback(() => setWanted(true), [])
  const close = useCallback(() => {
    setWanted(false)
    focusRows()
  }, [focusRows])
  useCommandTarget(
    'peek',
    useMemo(() => (peeking ? { close } : null), [peeking, close]),
  )
  return { peeking, open: narrow ? undefined : open, close }
}
