import { createColumnHelper } from '@tanstack/react-table'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { isKeyHeldAtom } from '../../../src/web/state/held-key.ts'
import { store } from '../../../src/web/state/store.ts'
import type { Features } from '../../../src/web/table/column-layout.ts'
import { DataTable } from '../../../src/web/table/data-table.tsx'
import { keepPosition, recallPosition } from '../../../src/web/table/list-memory.ts'
import { type CursorControl, useCursor } from '../../../src/web/table/use-cursor.ts'
import { fc } from '../../properties.ts'
import { setUpLayout } from '../providers.tsx'

describe('the cursor', () => {
  const IDS = ['a', 'b', 'c', 'd', 'e']

  /** An address of a list that no test has used. */
  let fresh = ''
  let lists = 0
  beforeEach(() => {
    lists += 1
    fresh = `/orders?query=${lists}`
  })

  function setUp(address = fresh, ids = IDS) {
    return renderHook(({ address: at, ids: of }) => useCursor(at, of), { initialProps: { address, ids } })
  }

  describe('the active row', () => {
    test('is initially the first, and none without rows', () => {
      expect(setUp().result.current).toMatchObject({ index: 0, id: 'a' })
      expect(setUp('/none', []).result.current).toMatchObject({ index: -1, id: null })
    })

    test('moves, and stays within the rows', () => {
      const { result } = setUp()
      act(() => result.current.control.move('next'))
      expect(result.current.id).toBe('b')
      act(() => result.current.control.move('last'))
      act(() => result.current.control.move('next'))
      expect(result.current.id).toBe('e')
      act(() => result.current.control.move('first'))
      act(() => result.current.control.move('previous'))
      expect(result.current.id).toBe('a')
    })

    test('skips none when keys come faster than React renders', () => {
      const { result } = setUp()
      act(() => {
        result.current.control.move('next')
        result.current.control.move('next')
        result.current.control.move('next')
      })
      expect(result.current.id).toBe('d')
    })

    test('moves by the rows in view, and scrolls to the new row', () => {
      const { result } = setUp()
      const revealed: number[] = []
      result.current.control.attach({
        focus: () => undefined,
        rowsInView: () => 3,
        reveal: (index) => revealed.push(index),
        place: () => null,
      })
      act(() => result.current.control.move('next-page'))
      expect(result.current.id).toBe('d')
      act(() => result.current.control.move('previous-page'))
      expect(revealed).toEqual([3, 0])
    })
  })

  describe('newer rows', () => {
    test('keep the active one by its id', () => {
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(2))
      rerender({ address: fresh, ids: ['new', ...IDS] })
      expect(result.current).toMatchObject({ id: 'c', index: 3 })
    })

    test('keep the first one too, although nobody has moved yet', () => {
      const { result, rerender } = setUp()
      rerender({ address: fresh, ids: ['new', ...IDS] })
      expect(result.current).toMatchObject({ id: 'a', index: 1 })
      expect(result.current.control.id()).toBe('a')
    })

    test('keep the one that replaced a removed one', () => {
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(2))
      rerender({ address: fresh, ids: ['a', 'b', 'd', 'e'] })
      rerender({ address: fresh, ids: ['new', 'a', 'b', 'd', 'e'] })
      expect(result.current).toMatchObject({ id: 'd', index: 3 })
    })

    test('without a row that had moved along: the row in its last position', () => {
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(1))
      rerender({ address: fresh, ids: ['new', 'newer', ...IDS] })
      rerender({ address: fresh, ids: ['new', 'newer', 'a', 'c', 'd', 'e'] })
      expect(result.current).toMatchObject({ id: 'c', index: 3 })
    })

    test('without the active one: the row now in its position, or the last', () => {
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(2))
      rerender({ address: fresh, ids: ['a', 'b', 'd', 'e'] })
      expect(result.current.id).toBe('d')
      rerender({ address: fresh, ids: ['a'] })
      expect(result.current.id).toBe('a')
    })

    test.each([
      ['with all rows above it', 3, ['e'], 'e'],
      ['with rows above and below it', 3, ['a', 'b'], 'b'],
      ['with the row after it', 1, ['a', 'd', 'e'], 'a'],
      ['with its neighbours on both sides, as far away', 2, ['a', 'e'], 'e'],
      ['with all others', 2, ['x', 'y', 'z', 'u'], 'z'],
    ])('without the active one %s: the nearest row before', (_, active, ids, expected) => {
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(active))
      rerender({ address: fresh, ids })
      expect(result.current.id).toBe(expected)
    })

    test('keep the position, known only after a reload, if the active one has left', () => {
      keepPosition(fresh, { id: 'gone', index: 2, offset: 0, reveal: false })
      expect(setUp().result.current.id).toBe('c')
    })
  })

  // KEY-8
  describe('the position', () => {
    test('is restored after leaving, for each address separately', () => {
      const first = setUp()
      act(() => first.result.current.control.moveTo(3))
      act(() => first.result.current.control.keepOffset(56))
      first.unmount()
      expect(setUp().result.current.id).toBe('d')
      expect(recallPosition(fresh).offset).toBe(56)
      expect(setUp(`${fresh}&page=2`).result.current.id).toBe('a')
    })

    test('is that of the row nearest to it, when its row has left the list meanwhile', () => {
      const first = setUp()
      act(() => first.result.current.control.moveTo(3))
      first.unmount()
      expect(setUp(fresh, ['a', 'b', 'c', 'new', 'newer']).result.current).toMatchObject({
        id: 'c',
        index: 2,
      })
    })

    test('changes with the address', () => {
      keepPosition(`${fresh}&page=2`, { id: 'y', index: 1, offset: 0, reveal: false })
      const { result, rerender } = setUp()
      act(() => result.current.control.moveTo(4))
      rerender({ address: `${fresh}&page=2`, ids: ['x', 'y', 'z'] })
      expect(result.current).toMatchObject({ id: 'y', index: 1 })
      rerender({ address: fresh, ids: IDS })
      expect(result.current.id).toBe('e')
    })

    test('survives a reload', () => {
      keepPosition(fresh, { id: 'c', index: 2, offset: 28, reveal: false })
      window.dispatchEvent(new Event('pagehide'))
      expect(sessionStorage.getItem(`list-place:${fresh}`)).toBe(
        '{"id":"c","index":2,"offset":28,"reveal":false}',
      )
    })

    test.each(['not json', '{}', '{"id":3,"index":0,"offset":0}', 'null'])(
      'kept as %s counts as none',
      (kept) => {
        sessionStorage.setItem(`list-place:${fresh}`, kept)
        expect(recallPosition(fresh)).toEqual({ id: null, index: 0, offset: 0, reveal: false })
      },
    )
  })
})

describe('its mark', () => {
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
})
