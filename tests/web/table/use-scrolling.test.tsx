import { elementScroll, Virtualizer } from '@tanstack/react-virtual'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useScrolling } from '../../../src/web/table/use-scrolling.ts'

const HEIGHT = 280
const ROW = 28

function setUp() {
  const onScroll = vi.fn()
  const onChange = vi.fn()
  const { result } = renderHook(() => useScrolling(onScroll))
  const element = document.createElement('div')
  document.body.append(element)
  const virtualizer = new Virtualizer<HTMLDivElement, Element>({
    count: 200,
    overscan: 0,
    getScrollElement: () => element,
    estimateSize: () => ROW,
    scrollToFn: elementScroll,
    observeElementRect: (_, tell) => tell({ width: 100, height: HEIGHT }),
    observeElementOffset: result.current.observe,
    onChange,
  })
  virtualizer._willUpdate()
  virtualizer.getVirtualItems()
  onChange.mockClear()
  const byBrowser = (offset: number) => {
    element.scrollTop = offset
    element.dispatchEvent(new Event('scroll'))
  }
  return { ...result.current, virtualizer, element, byBrowser, onScroll, onChange }
}

const firstOf = ({ getVirtualItems }: Virtualizer<HTMLDivElement, Element>) => getVirtualItems()[0]?.index

test('a key reports its scroll position at once, and the browser’s event changes nothing more', () => {
  const { virtualizer, scrolled, byBrowser, onScroll, onChange } = setUp()
  scrolled(10 * ROW)
  expect(firstOf(virtualizer)).toBe(10)
  expect(onChange).toHaveBeenCalledTimes(1)
  byBrowser(10 * ROW)
  expect(onScroll).toHaveBeenLastCalledWith(10 * ROW)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(virtualizer.isScrolling).toBe(false)
})

test('the browser’s event reports scrolling by the wheel', () => {
  const { virtualizer, byBrowser, onScroll, onChange } = setUp()
  byBrowser(5 * ROW)
  expect(onScroll).toHaveBeenLastCalledWith(5 * ROW)
  expect(firstOf(virtualizer)).toBe(5)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(virtualizer.isScrolling).toBe(true)
})

test('without a list nothing is reported', () => {
  const { result } = renderHook(() => useScrolling(() => undefined))
  expect(() => result.current.scrolled(ROW)).not.toThrow()
})
