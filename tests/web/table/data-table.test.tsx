import { createColumnHelper } from '@tanstack/react-table'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { type Features, gridLayout } from '../../../src/web/table/column-layout.ts'
import { DataTable } from '../../../src/web/table/data-table.tsx'
import { useCursor } from '../../../src/web/table/use-cursor.ts'
import { PopoverLayer, setUpLayout } from '../providers.tsx'

describe('the table', () => {
  interface Note {
    id: string
    text: string
  }

  const helper = createColumnHelper<Features, Note>()
  const columns = [helper.accessor('id', { header: 'Note ID' }), helper.accessor('text', { header: 'Note' })]
  const notes = (...ids: string[]) => ids.map((id) => ({ id, text: `Note ${id}` }))
  const NOTES = notes('a', 'b', 'c')
  const noteId = ({ id }: Note) => id
  const notePath = ({ id }: Note) => `/notes/${id}`
  const inOneLine = ({ text }: Note) => text

  interface Options {
    striped?: boolean
    dense?: boolean
    gridLines?: boolean
    clickable?: boolean
    rows?: Note[]
  }

  function Notes({ clickable, rows = NOTES, ...options }: Options) {
    const cursor = useCursor('/notes', rows.map(noteId))
    return (
      <DataTable
        label="Notes"
        columns={columns}
        rows={rows}
        rowId={noteId}
        cursor={cursor}
        phoneRow={inOneLine}
        {...(clickable && { rowLink: notePath })}
        {...options}
      />
    )
  }

  /** A field, then a layer that was opened from it, then rows. */
  function Arrival({ shown }: { shown: 'field' | 'layer' | 'rows' }) {
    return (
      <>
        <input aria-label="Field" />
        {shown === 'layer' && (
          <PopoverLayer>
            <button type="button">Close</button>
          </PopoverLayer>
        )}
        {shown === 'rows' && <Notes />}
      </>
    )
  }

  function show(options: Options): HTMLElement[] {
    render(<Notes {...options} />, { wrapper: MemoryRouter })
    return screen.getAllByRole('row').slice(1)
  }

  setUpLayout({ width: 1000, height: 600 })

  describe('the table', () => {
    test('has its columns and rows', () => {
      const rows = show({})
      expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Note ID', 'Note'])
      expect(rows.map((row) => row.textContent)).toEqual(['aNote a', 'bNote b', 'cNote c'])
    })

    // LIST-1
    test('is striped if requested: every other row', () => {
      const stripes = (rows: HTMLElement[]) => rows.map((row) => row.classList.contains('bg-surface-2'))
      expect(stripes(show({ striped: true }))).toEqual([false, true, false])
    })

    test('is plain otherwise', () => {
      const rows = show({})
      expect(rows.some((row) => row.classList.contains('bg-surface-2'))).toBe(false)
      expect(screen.getAllByRole('gridcell').some((cell) => cell.classList.contains('border-r'))).toBe(false)
      expect(screen.queryByRole('link')).toBeNull()
    })

    test('has lines between its columns if requested', () => {
      show({ gridLines: true })
      expect(screen.getAllByRole('gridcell').every((cell) => cell.classList.contains('border-r'))).toBe(true)
    })

    test('takes the focus, but not from a field whose layer closes as the rows appear', () => {
      show({})
      expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Notes' }))
      cleanup()

      const { rerender } = render(<Arrival shown="field" />, { wrapper: MemoryRouter })
      const field = screen.getByRole('textbox')
      field.focus()
      rerender(<Arrival shown="layer" />)
      screen.getByRole('button', { name: 'Close' }).focus()
      rerender(<Arrival shown="rows" />)
      expect(document.activeElement).toBe(field)
    })

    test.each([
      [true, '28px'],
      [false, '32px'],
    ])('dense %s: its rows are %s high', (dense, height) => {
      expect(show({ dense }).map((row) => row.style.height)).toEqual([height, height, height])
    })

    test('has clickable rows if they have a link', () => {
      show({ clickable: true })
      expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        '/notes/a',
        '/notes/b',
        '/notes/c',
      ])
    })

    test('a pressed row still opens its own record if rows arrive above it', () => {
      let path = ''
      function Location() {
        path = useLocation().pathname
        return null
      }
      const shown = (rows: Note[]) => (
        <MemoryRouter>
          <Notes clickable rows={rows} />
          <Location />
        </MemoryRouter>
      )
      const { rerender } = render(shown(NOTES))
      const [, second] = screen.getAllByRole('link')
      if (!second) throw new Error('There is no second row.')
      fireEvent.pointerDown(second)
      rerender(shown(notes('x', 'a', 'b', 'c')))
      expect(screen.getAllByRole('link')[2]).toBe(second)
      fireEvent.click(second, { detail: 1 })
      expect(path).toBe('/notes/b')
    })

    describe('a row with a link', () => {
      function pressed(press: (cell: HTMLElement) => void): MouseEvent[] {
        show({ clickable: true })
        const cells = screen.getAllByRole('gridcell').filter((cell) => !cell.querySelector('a'))
        const followed: MouseEvent[] = []
        screen.getAllByRole('link')[1]?.addEventListener('click', (event) => {
          followed.push(event)
          event.preventDefault()
        })
        const [, second] = cells
        if (second) press(second)
        return followed
      }

      test.each<[string, (cell: HTMLElement) => void, boolean[]]>([
        ['by a press on any cell', (cell) => fireEvent.click(cell), [false]],
        ['in a new tab by Ctrl and a press', (cell) => fireEvent.click(cell, { ctrlKey: true }), [true]],
        [
          'in a new tab by the middle button',
          (cell) => fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 })),
          [true],
        ],
        [
          'not by the right one',
          (cell) => fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 2 })),
          [],
        ],
      ])('is followed %s', (_, press, expected) => {
        expect(pressed(press).map(({ ctrlKey }) => ctrlKey)).toEqual(expected)
      })

      test('is not followed by a click that has selected text', () => {
        const followed = pressed((cell) => {
          const containsNode = (row: Node) => row.contains(cell)
          vi.spyOn(window, 'getSelection').mockReturnValue(
            Object.assign(Object.create(Selection.prototype), { containsNode }),
          )
          vi.spyOn(Selection.prototype, 'isCollapsed', 'get').mockReturnValue(false)
          fireEvent.click(cell)
        })
        expect(followed).toEqual([])
      })
    })
  })
})

describe('the layout of columns', () => {
  const { template, minWidth, cellClasses } = gridLayout([
    { width: 92 },
    {},
    { width: 118, align: 'right' },
    { width: 240 },
  ])

  test('at the reference width columns have their widths and one takes the rest; on a wider screen all grow', () => {
    const left = 1232 - 92 - 118 - 240
    expect(template).toBe(
      `minmax(92px, 92fr) minmax(160px, ${left}fr) minmax(118px, 118fr) minmax(240px, 240fr)`,
    )
    expect(minWidth).toBe(92 + 160 + 118 + 240)
  })

  test('the edge is 16 px, cells are 12, and 28 stand between money and what follows', () => {
    expect(cellClasses.map((classes) => classes.split(' ')[0])).toEqual(['pl-4', 'pl-3', 'pl-3', 'pl-7'])
  })

  test('money is right-aligned', () => {
    expect(cellClasses.map((classes) => classes.includes('text-right'))).toEqual([false, false, true, false])
  })

  test('two columns without a width share the rest, and the check box of a row never grows', () => {
    const left = (1232 - 42 - 90) / 2
    expect(gridLayout([{ width: 90 }, {}, {}], true).template).toBe(
      `42px minmax(90px, 90fr) minmax(160px, ${left}fr) minmax(160px, ${left}fr)`,
    )
  })

  test('a column without a width keeps its minimum', () => {
    expect(gridLayout([{ width: 1200 }, {}]).template).toBe('minmax(1200px, 1200fr) minmax(160px, 160fr)')
  })
})
