import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { feedIndex } from '../record-index/feed-index.ts'
import { keepIndex } from '../record-index/keep-index.ts'
import { observeAnswers } from '../record-index/observe-answers.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paletteOpenAtom } from '../state/palette.ts'
import { deferred } from '../ui/deferred.tsx'
import { closePalette } from './opening.ts'
import { Rehearsal } from './rehearsal.tsx'

const palette = deferred<{ onClose?: () => void }>(() =>
  import('./palette.tsx').then((module) => module.Palette),
)

/**
 * Always there and tiny: keeps the index; fetches the palette itself, and rehearses it, when there is nothing else to do.
 * The palette does not outlive it.
 */
export function PaletteHost() {
  const open = useAtomValue(paletteOpenAtom)
  useEffect(() => closePalette, [])
  useEffect(() => observeAnswers(recordIndex), [])
  useEffect(() => keepIndex(recordIndex, feedIndex), [])
  return (
    <>
      {open && <palette.Component onClose={closePalette} />}
      <Rehearsal load={palette.preload}>
        <palette.Component />
      </Rehearsal>
    </>
  )
}
