import { describe, expect, test } from 'vitest'
import { isCutShort, pageCount, pageWindow } from '../../../src/domain/lists/paging.ts'
import { fc } from '../../properties.ts'

// LIST-4
test.each([
  [1, 0, 1],
  [1, 199, 1],
  [1, 200, 2],
  [2, 200, 3],
  [3, 0, 3],
  [3, 5, 3],
  [499, 200, 500],
  [500, 200, 500],
])('page %i with %i rows makes %i pages', (page, rows, pages) => {
  expect(pageCount(page, rows)).toBe(pages)
})

test.each([
  [499, 200, false],
  [500, 199, false],
  [500, 200, true],
])('page %i with %i rows is cut short: %s', (page, rows, cut) => {
  expect(isCutShort(page, rows)).toBe(cut)
})

describe('pageWindow', () => {
  // LIST-5
  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 2, [1, 2]],
    [3, 6, [1, 2, 3, 4, 5, 6]],
    [1, 7, [1, 2, 3, 4, 5, 6, 7]],
    [7, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 3, 4, 5, 6, 'gap', 8]],
    [4, 8, [1, 2, 3, 4, 5, 6, 7, 8]],
    [8, 8, [1, 'gap', 3, 4, 5, 6, 7, 8]],
    [9, 20, [1, 'gap', 7, 8, 9, 10, 11, 12, 'gap', 20]],
    [20, 20, [1, 'gap', 15, 16, 17, 18, 19, 20]],
    [1, 0, [1]],
    [5, 3, [1, 2, 3, 4, 5]], // a page beyond the end
  ])('page %i of %i', (page, pages, slots) => {
    expect(pageWindow(page, pages)).toEqual(slots)
  })

  test('shows first, last and current, ascending, and a gap only where pages are left out', () => {
    const pair = fc
      .integer({ min: 1, max: 5000 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
    fc.assert(
      fc.property(pair, ([page, pages]) => {
        const slots = pageWindow(page, pages)
        const numbers = slots.filter((slot) => slot !== 'gap')
        expect(numbers).toContain(page)
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages])
        expect(numbers.filter((number) => Math.abs(number - page) < 6).length).toBeGreaterThanOrEqual(
          Math.min(6, pages),
        )
        slots.forEach((slot, index) => {
          const [before, after] = [slots[index - 1], slots[index + 1]]
          if (slot === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1)
          else if (typeof before === 'number') expect(slot - before).toBe(1)
        })
      }),
    )
  })
})
