import { createColumnHelper } from '@tanstack/react-table'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { isKeyHeldAtom } from '../../../src/web/state/held-key.ts'
import { store } from '../../../src/web/state/store.ts'
import type { Features } from '../../../src/web/table/column-layout.ts'
import { DataTable } from '../../../src/web/table/data-table.tsx'
import { type CursorControl, useCursor } from '../../../src/web/table/use-cursor.ts'
import { setUpLayout } from '../layout.ts'

interface Note {
  id: string
}

setUpLayout({ width: 1000, height: 600 })

const helper = createColumnHelper<Features, Note>()
const columns = [helper.accessor('id', { header: 'Note ID' })]
const noteId = ({ id }: Note) => id

interface Shown {
  control: CursorControl | null
  /** The active row that React has rendered last, for which commands and the hint bar render. */
  rendered: string | null
  renders: number
}

function Notes({ address, rows, shown }: { address: string; rows: Note[]; shown: Shown }) {
  const cursor = useCursor(address, rows.map(noteId))
  shown.control = cursor.control
  shown.rendered = cursor.id
  shown.renders += 1
  return (
    <MemoryRouter>
      <DataTable
        label="Notes"
        columns={columns}
        rows={rows}
        rowId={noteId}
        cursor={cursor}
        phoneRow={noteId}
      />
    </MemoryRouter>
  )
}

let lists = 0

function setUp(ids: readonly string[]) {
  lists += 1
  const address = `/notes?query=${lists}`
  const shown: Shown = { control: null, rendered: null, renders: 0 }
  const element = (of: readonly string[]) => (
    <Notes address={address} rows={of.map((id) => ({ id }))} shown={shown} />
  )
  const { rerender } = render(element(ids))
  return { shown, show: (of: readonly string[]) => rerender(element(of)) }
}

/** What staff see, and what a screen reader says. */
const marked = () => {
  const grid = screen.getByRole('grid', { name: 'Notes' })
  const rows = [...grid.querySelectorAll('[data-active]')].map((row) => row.textContent)
  const selected = [...grid.querySelectorAll('tbody [aria-selected=true]')].map((row) => row.textContent)
  const described = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  return { rows, selected, described: described?.textContent ?? null }
}

const hold = (isHeld: boolean) => act(() => store.set(isKeyHeldAtom, isHeld))

test('a held key marks its row at once and renders the list when it ends', () => {
  const { shown } = setUp(['a', 'b', 'c', 'd'])
  hold(true)
  const before = shown.renders
  act(() => shown.control?.move('next'))
  act(() => shown.control?.move('next'))
  expect(marked()).toEqual({ rows: ['c'], selected: ['c'], described: 'c' })
  expect(shown.renders).toBe(before)
  hold(false)
  expect(shown.rendered).toBe('c')
})

test('a wheel that turns while a key is held may take the marked row out of sight', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `note ${index}`)
  const { shown } = setUp(ids)
  const scroller = screen.getByRole('grid', { name: 'Notes' }).parentElement
  if (!scroller) throw new Error('The grid has no scroller.')
  hold(true)
  act(() => shown.control?.move('last'))
  expect(marked().rows).toEqual(['note 199'])
  scroller.scrollTop = 0
  fireEvent.scroll(scroller)
  expect(marked().rows).toEqual([])
  hold(false)
  expect(marked()).toEqual({ rows: ['note 199'], selected: ['note 199'], described: 'note 199' })
})

type Step =
  | { type: 'move'; to: 'next' | 'previous' | 'first' | 'last' }
  | { type: 'click'; at: number }
  | { type: 'held'; held: boolean }
  | { type: 'came' }
  | { type: 'left'; at: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        type: fc.constant('move' as const),
        to: fc.constantFrom('next', 'previous', 'first', 'last'),
      }),
    },
    fc.record({ type: fc.constant('click' as const), at: fc.nat(5) }),
    { weight: 2, arbitrary: fc.record({ type: fc.constant('held' as const), held: fc.boolean() }) },
    fc.constant({ type: 'came' as const }),
    fc.record({ type: fc.constant('left' as const), at: fc.nat(5) }),
  ),
  { maxLength: 20 },
)

/** The row that a person means, written without the console: positions in a list of ids. */
class Meant {
  ids = ['a', 'b', 'c', 'd', 'e']
  row = 'a'
  #made = 0

  apply(step: Step): void {
    const at = this.ids.indexOf(this.row)
    const last = this.ids.length - 1
    if (step.type === 'move') {
      const to = { next: at + 1, previous: at - 1, first: 0, last }[step.to]
      this.row = this.ids[Math.min(Math.max(to, 0), last)] ?? this.row
    } else if (step.type === 'click') this.row = this.ids[step.at % this.ids.length] ?? this.row
    else if (step.type === 'came') {
      this.#made += 1
      this.ids = [`new ${this.#made}`, ...this.ids]
    } else if (step.type === 'left' && this.ids.length > 1) {
      const gone = this.ids[step.at % this.ids.length]
      this.ids = this.ids.filter((id) => id !== gone)
      // The next row takes the place of one that has left; at the end, the previous one.
      if (gone === this.row) this.row = this.ids[Math.min(at, this.ids.length - 1)] ?? this.row
    }
  }
}

test('the marked row, the described row and the one that Enter opens are always the row that is meant', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const meant = new Meant()
      const { shown, show } = setUp(meant.ids)
      let isHeld = false
      for (const step of script) {
        meant.apply(step)
        if (step.type === 'move') act(() => shown.control?.move(step.to))
        // A press of the mouse ends a held key.
        else if (step.type === 'click') {
          isHeld = false
          hold(false)
          fireEvent.click(screen.getAllByRole('row')[1 + (step.at % meant.ids.length)] ?? document.body)
        } else if (step.type === 'held') {
          isHeld = step.held
          hold(isHeld)
        } else show(meant.ids)
        expect(marked()).toEqual({ rows: [meant.row], selected: [meant.row], described: meant.row })
        expect(shown.control?.id()).toBe(meant.row)
        if (!isHeld) expect(shown.rendered).toBe(meant.row)
      }
      hold(false)
      expect(shown.rendered).toBe(meant.row)
      cleanup()
    }),
    { numRuns: 60 },
  )
})
