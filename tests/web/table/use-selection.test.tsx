import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deselect, NO_ROWS, selectionAtom } from '../../../src/web/state/selection.ts'
import { endSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { useCursor } from '../../../src/web/table/use-cursor.ts'
import { useSelection } from '../../../src/web/table/use-selection.ts'
import { MERE } from '../state/tokens.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

let lists = 0
let fresh = ''
beforeEach(() => {
  lists += 1
  fresh = `/orders?query=${lists}`
  store.set(selectionAtom, { address: '', selection: NO_ROWS })
})

/** Renders a list with its cursor. */
function setUp(address = fresh) {
  const rendered = renderHook(
    ({ at, rows }) => {
      const cursor = useCursor(at, rows)
      return { cursor, selection: useSelection(at, rows, cursor.control) }
    },
    { initialProps: { at: address, rows: ROWS } },
  )
  const now = () => rendered.result.current
  return {
    ...rendered,
    now,
    selected: () => [...now().selection.ids].sort().join(''),
    /** Presses keys, one letter each: x, v, ^ for Shift and an arrow, j, k, and A for all. */
    press(keys: string) {
      for (const key of keys) act(() => KEYS[key]?.(now()))
    },
  }
}

type Now = { cursor: ReturnType<typeof useCursor>; selection: ReturnType<typeof useSelection> }
const KEYS: Record<string, (now: Now) => void> = {
  x: ({ selection }) => selection.control.change('toggle'),
  v: ({ selection }) => selection.control.change('to-next'),
  '^': ({ selection }) => selection.control.change('to-previous'),
  A: ({ selection }) => selection.control.change('page'),
  j: ({ cursor }) => cursor.control.move('next'),
  k: ({ cursor }) => cursor.control.move('previous'),
}

describe('by keys', () => {
  test.each([
    ['x', 'a', 'a row in'],
    ['xx', '', 'and out'],
    ['xjjx', 'ac', 'rows apart'],
    ['vv', 'abc', 'a range grows with its active row'],
    ['vv^', 'ab', 'and shrinks'],
    ['jjvv^^^^', 'abc', 'and turns round its first row'],
    ['xjjjv', 'ade', 'beside what was selected already'],
    ['vvjv', 'abcde', 'a move starts another range'],
    ['A', 'abcde', 'the whole page'],
    ['AA', 'abcde', 'which stays so'],
    ['Ajx', 'acde', 'and one of it out again'],
    ['^', 'a', 'at the first row'],
  ])('%s selects %s: %s', (keys, wanted) => {
    const list = setUp()
    list.press(keys)
    expect(list.selected()).toBe(wanted)
  })

  test('two keys before the first is rendered both count', () => {
    const list = setUp()
    act(() => {
      const { selection } = list.now()
      selection.control.change('to-next')
      selection.control.change('to-next')
    })
    expect(list.selected()).toBe('abc')
  })

  test('moving the active row leaves the selection the same object', () => {
    const list = setUp()
    list.press('xj')
    const before = list.now().selection.ids
    list.press('jj')
    expect(list.now().selection.ids).toBe(before)
  })
})

describe('by the pointer', () => {
  test('a click selects a row, and one with Shift all rows from there', () => {
    const list = setUp()
    act(() => list.now().selection.control.pick(1, false))
    act(() => list.now().selection.control.pick(3, true))
    expect(list.selected()).toBe('bcd')
    act(() => list.now().selection.control.pick(0, true))
    expect(list.selected()).toBe('ab')
  })

  test('Shift without a previous click selects from the active row', () => {
    const list = setUp()
    list.press('j')
    act(() => list.now().selection.control.pick(3, true))
    expect(list.selected()).toBe('bcd')
  })

  test('the check box in the heading selects all, then none', () => {
    const list = setUp()
    list.press('x')
    act(() => list.now().selection.control.pickPage())
    expect(list.selected()).toBe('abcde')
    act(() => list.now().selection.control.pickPage())
    expect(list.selected()).toBe('')
  })
})

describe('a row that leaves the list', () => {
  test('is not selected when it comes back', () => {
    const list = setUp()
    list.press('xjx')
    list.rerender({ at: fresh, rows: ['b', 'c', 'd', 'e'] })
    expect(list.selected()).toBe('b')
    list.rerender({ at: fresh, rows: ROWS })
    expect(list.selected()).toBe('b')
  })

  test('at the start of a range makes the range continue from the active row', () => {
    const list = setUp()
    list.press('v')
    list.rerender({ at: fresh, rows: ['b', 'c', 'd', 'e'] })
    list.press('v')
    expect(list.selected()).toBe('bc')
  })

  test('is kept while the list has no rows for a moment', () => {
    const list = setUp()
    list.press('x')
    list.rerender({ at: fresh, rows: [] })
    list.rerender({ at: fresh, rows: ROWS })
    expect(list.selected()).toBe('a')
  })
})

describe('the selection', () => {
  test('ends when another page or filter is shown', () => {
    const list = setUp()
    list.press('xj')
    list.rerender({ at: `${fresh}&page=2`, rows: ['b', 'c'] })
    expect(list.selected()).toBe('')
    list.rerender({ at: fresh, rows: ROWS })
    expect(list.selected()).toBe('')
  })

  test('survives opening a record of the list', () => {
    const list = setUp()
    list.press('xjx')
    list.unmount()
    expect(setUp().selected()).toBe('ab')
  })

  test('consists of ids: rows inserted before change nothing, and a removed row is deselected', () => {
    const list = setUp()
    list.press('xjx')
    list.rerender({ at: fresh, rows: ['new', 'c', 'b'] })
    expect(list.selected()).toBe('b')
  })

  test('loses rows after an action on them', () => {
    const list = setUp()
    list.press('A')
    act(() => deselect(new Set(['a', 'c'])))
    expect(list.selected()).toBe('bde')
  })

  test('is cleared by its own command and at sign-out', () => {
    const list = setUp()
    list.press('A')
    act(() => list.now().selection.control.clear())
    expect(list.selected()).toBe('')
    list.press('A')
    storeToken(MERE)
    act(() => endSession())
    expect(list.selected()).toBe('')
  })
})
