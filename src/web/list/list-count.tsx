import { Search } from 'lucide-react'
import { counted } from '../../domain/format/counted.ts'
import { openPalette } from '../palette/palette-store.ts'
import { useNarrow } from '../table/use-narrow.ts'
import { Button } from '../ui/button.tsx'
import type { ListRows } from './use-list-rows.ts'

/** Below a list without pages: the number of rows, and on a narrow screen a button that opens the palette. */
export function ListCount({ list: { state, rows } }: { list: Pick<ListRows<unknown>, 'state' | 'rows'> }) {
  const narrow = useNarrow()
  const known = state === 'rows' || state === 'empty'
  return (
    <footer className="flex h-9 shrink-0 items-center border-t border-line px-4 text-small text-fg-3 tabular max-sm:h-15 max-sm:justify-between max-sm:bg-bg max-sm:px-3">
      <span role="status">{known && counted(rows.length, 'result')}</span>
      {narrow && (
        <Button variant="primary" size="touch" onClick={() => openPalette()}>
          <Search aria-hidden="true" />
          Jump to a code
        </Button>
      )}
    </footer>
  )
}
