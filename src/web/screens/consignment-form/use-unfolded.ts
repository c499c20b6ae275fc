import { useCallback, useState } from 'react'

/** Whether a key shows or hides the parts of the chosen option's price. */
export const UNFOLDS: Readonly<Record<string, boolean | undefined>> = { ArrowRight: true, ArrowLeft: false }

/** The options whose price parts are shown, by id. */
export function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set<string>())
  const unfold = useCallback((id: string, shown: boolean) => {
    setUnfolded((ids) => new Set(shown ? [...ids, id] : [...ids].filter((one) => one !== id)))
  }, [])
  return { unfolded, unfold }
}
