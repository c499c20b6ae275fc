import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepPosition, recallPosition } from '../../../src/web/table/list-memory.ts'
import { useCursor } from '../../../src/web/table/use-cursor.ts'

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
    expect(setUp(fresh, ['a', 'b', 'c', 'new', 'newer']).result.current).toMatchObject({ id: 'c', index: 2 })
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
