import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { whenIdle } from '../api/when-idle.ts'
import { WarmUpRender } from '../lib/warm-up-render.tsx'
import { observeAnswers, warmIndex } from '../record-index/fill-index.ts'
import { persistIndex } from '../record-index/persist-index.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { deferred } from '../ui/deferred.tsx'
import { closePalette, paletteOpenAtom } from './palette-store.ts'

const palette = deferred<{ onClose?: () => void }>(() =>
  import('./palette.tsx').then((module) => module.Palette),
)

/** Loads the palette in idle time and does its warm-up render, mounts it while it is open, and persists the index. */
export function PaletteHost() {
  const open = useAtomValue(paletteOpenAtom)
  useEffect(() => closePalette, [])
  useEffect(() => observeAnswers(recordIndex), [])
  useEffect(() => persistIndex(recordIndex, warmIndex), [])
  return (
    <>
      {open && <palette.Component onClose={closePalette} />}
      <WarmUpRender load={palette.preload} whenIdle={whenIdle}>
        <palette.Component />
      </WarmUpRender>
    </>
  )
}
