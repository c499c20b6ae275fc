import { type KeyboardEvent, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { COLUMNS, GRID_ROW_HEIGHT, type GridRow, type TableContestant } from '../grid-row.ts'

/** A table that renders all rows. */
function Plain({ rows }: { rows: GridRow[] }) {
  const [active, setActive] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((now) => Math.min(now + 1, rows.length - 1))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: handles the arrow keys
    <table tabIndex={0} onKeyDown={onKeyDown} style={{ width: '100%' }}>
      <thead>
        <tr>
          {COLUMNS.map(({ key, title, width }) => (
            <th key={key} style={{ width }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={row.code}
            data-index={index}
            data-active={index === active || undefined}
            style={{ height: GRID_ROW_HEIGHT, background: index === active ? '#eee' : undefined }}
          >
            {COLUMNS.map(({ key }) => (
              <td key={key}>{row[key]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

let root: Root | null = null

export const contestant: TableContestant = {
  show(place, rows) {
    root ??= createRoot(place)
    root.render(<Plain rows={rows} />)
  },
  focusFirst: () => document.querySelector('table')?.focus(),
  activeRow: () => Number(document.querySelector('[data-active]')?.getAttribute('data-index') ?? -1),
}
