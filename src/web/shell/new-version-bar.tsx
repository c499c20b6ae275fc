import { useAtomValue } from 'jotai'
import { newVersionAtom } from '../state/new-version.ts'
import { Button } from '../ui/button.tsx'

/** Offers to reload, above the screen. Drafts are in local storage, so a reload loses no typed text. */
export function NewVersionBar() {
  const newVersion = useAtomValue(newVersionAtom)
  return (
    <div role="status" className="shrink-0">
      {newVersion && (
        <div className="flex h-9 items-center gap-2 border-b border-sky-line bg-sky-bg px-4 text-sky-ink">
          <span className="font-medium">A new version is available</span>
          <Button className="ml-auto" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}
