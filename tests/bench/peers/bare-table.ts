import { COLUMNS, GRID_ROW_HEIGHT, type GridRow, type TableContestant } from '../grid-row.ts'

/** Number of rows that the window shows. */
const IN_VIEW = 32

const lines = (rows: readonly GridRow[]) =>
  rows.slice(0, IN_VIEW).map((row, index) => {
    const line = document.createElement('tr')
    line.style.height = `${GRID_ROW_HEIGHT}px`
    line.ariaSelected = String(index === 0)
    line.append(
      ...COLUMNS.map(({ key }) => {
        const cell = document.createElement('td')
        cell.textContent = row[key]
        return cell
      }),
    )
    return line
  })

function moveDown(): void {
  const active = document.querySelector('[aria-selected=true]')
  const next = active?.nextElementSibling
  if (!active || !next) return
  active.ariaSelected = 'false'
  next.ariaSelected = 'true'
}

/** The minimum that a page can do: the visible rows, without React. The remaining time is the browser's. */
export const contestant: TableContestant = {
  show(place, rows) {
    const table = document.createElement('table')
    table.tabIndex = 0
    table.style.width = '100%'
    table.innerHTML = '<style>[aria-selected=true] { background: #eee }</style>'
    table.append(...lines(rows))
    table.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowDown') moveDown()
    })
    place.replaceChildren(table)
  },
  focusFirst: () => document.querySelector('table')?.focus(),
  activeRow: () =>
    Array.from(document.querySelectorAll('tr')).findIndex((line) => line.ariaSelected === 'true'),
}
