import { useNavigation } from 'react-router-dom'
import { useLate } from '../lib/use-late.ts'

/** Announces that the next screen is loading, if its chunk is slow. Until then the previous screen stays. */
export function ScreenLoading() {
  const late = useLate(useNavigation().state === 'loading')
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-2 flex justify-center">
      {late && (
        <span className="rounded-m border border-line bg-raised px-2.5 py-1 text-small shadow-2">
          Opening
        </span>
      )}
    </div>
  )
}
