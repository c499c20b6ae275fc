import { useAtomValue } from 'jotai'
import { Activity, useEffect, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'
import { feedIndex } from '../record-index/feed-index.ts'
import { keepIndex } from '../record-index/keep-index.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paletteOpenAtom } from '../state/palette.ts'
import { deferred } from '../ui/deferred.tsx'
import { closePalette } from './palette-opening.ts'

const palette = deferred<{ onClose?: () => void }>(() =>
  import('./palette.tsx').then((module) => module.Palette),
)

/** Always there and tiny: keeps the index, and fetches the palette itself when idle, at the latest when it is opened. */
export function PaletteHost() {
  const open = useAtomValue(paletteOpenAtom)
  const [rehearses, setRehearses] = useState(false)
  useEffect(() => whenIdle(() => void palette.preload().then(() => setRehearses(true))), [])
  useEffect(() => (rehearses ? whenIdle(() => setRehearses(false)) : undefined), [rehearses])
  useEffect(() => keepIndex(recordIndex, feedIndex), [])
  if (open) return <palette.Component onClose={closePalette} />
  // Drawn once where nobody sees it: the first opening finds its code compiled.
  return rehearses ? (
    <Activity mode="hidden">
      <palette.Component />
    </Activity>
  ) : null
}
