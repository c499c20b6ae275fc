import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Textarea } from '../../../src/web/ui/textarea.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const height = () => screen.getByRole('textbox').style.height

/** Simulates the layout of a text of so many lines, of 20 px each. */
function showLines(lines: number) {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(lines * 20)
  return <Textarea value={Array.from({ length: lines }, () => 'line').join('\n')} readOnly />
}

test('grows and shrinks with its text if the browser has no field-sizing', () => {
  vi.stubGlobal('CSS', { supports: () => false })
  const { rerender } = render(showLines(3))
  expect(height()).toBe('62px')
  rerender(showLines(7))
  expect(height()).toBe('142px')
  rerender(showLines(4))
  expect(height()).toBe('82px')
})

test('is left to the browser otherwise', () => {
  vi.stubGlobal('CSS', { supports: () => true })
  render(showLines(3))
  expect(height()).toBe('')
})
