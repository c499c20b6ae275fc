import { expect, test } from 'vitest'
import { dropToFit } from '../../../src/web/hotkeys/fit-hints.ts'

/**
 * A bar of hints (letters, 50 px each), separators (|) and the free space before what is always there (_, then !).
 * `onRead` is called when a width is read.
 */
function barOf(parts: string, onRead = (_bar: HTMLElement) => {}): HTMLElement {
  const bar = document.createElement('section')
  for (const part of parts) {
    const element = document.createElement(part === '|' ? 'i' : 'span')
    if (part === '|') element.dataset.gap = ''
    else if (part !== '_') element.dataset.hint = part === '!' ? 'always' : 'act'
    Object.defineProperty(element, 'offsetWidth', {
      get() {
        onRead(bar)
        return part === '|' ? 1 : 50
      },
    })
    element.textContent = part
    bar.append(element)
  }
  return bar
}

const shown = (bar: HTMLElement) =>
  [...bar.querySelectorAll<HTMLElement>('*')]
    .flatMap((part) => (part.hidden ? [] : [part.textContent]))
    .join('')

const BAR = 'ab|cd|ef_!'

test.each([
  [510, BAR],
  [446, 'ab|cd|e_!'],
  [382, 'ab|cd_!'],
  [318, 'ab|c_!'],
  [254, 'ab_!'],
  [190, 'a_!'],
  [126, '_!'],
])('in a bar of %i px the first, most urgent hints are %s', (room, expected) => {
  const bar = barOf(BAR)
  dropToFit(bar, room)
  expect(shown(bar)).toBe(expected)
  dropToFit(bar, 1000)
  expect(shown(bar)).toBe(BAR)
})

test('no width is read after a hint has been hidden, because that would lay out the page again', () => {
  const shownAtReads: string[] = []
  const bar = barOf(BAR, (read) => shownAtReads.push(shown(read)))
  dropToFit(bar, 190)
  expect(shown(bar)).toBe('a_!')
  expect(new Set(shownAtReads)).toEqual(new Set([BAR]))
})
