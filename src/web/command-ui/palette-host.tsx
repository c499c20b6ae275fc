import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { whenIdle } from '../api/when-idle.ts'
import { feedIndex } from '../record-index/feed-index.ts'
import { keepIndex } from '../record-index/keep-index.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { closePalette, paletteAtom } from '../state/palette.ts'
import { deferred } from '../ui/deferred.tsx'

const palette = deferred<{ onClose?: () => void }>(() =>
  import('./palette.tsx').then((module) => module.Palette),
)

/** Always there and tiny: keeps the index, and fetches the palette itself when idle, at the latest when it is opened. */
export function PaletteHost() {
  const { open } = useAtomValue(paletteAtom)
  useEffect(() => whenIdle(palette.preload), [])
  useEffect(() => keepIndex(recordIndex, feedIndex), [])
  return open ? <palette.Component onClose={closePalette} /> : null
}
