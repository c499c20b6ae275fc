import { describe, expect, test } from 'vitest'
import { dropToFit, hintsOf } from '../../../src/web/hotkeys/hint-bar.tsx'
import { contextWith, formTargets, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'

const lines = (...context: Parameters<typeof contextWith>) =>
  hintsOf(contextWith(...context)).map(({ keys, label }) => `${keys.join(' ')} ${label}`)

const PAID = exampleOrder({ dates: { paid_at: '2026-11-20T01:00:00Z' } })

describe('the hint bar', () => {
  test('of a list: open and the next steps, other actions, move, find, and what is always there', () => {
    expect(lines({ list: listTarget({ page: 2, hasNextPage: true }), order: PAID })).toEqual([
      'Enter Open',
      'p Pack',
      'c Create consignment',
      'a Add tracking',
      'shift+n Skip',
      'shift+h Hold',
      '. Actions',
      'j k Move',
      'y Copy code',
      '/ Search',
      'f Filters',
      '[ ] Pages',
      'mod+k Palette',
      '? All keys',
    ])
  })

  test('of an order: the next steps, other actions, back, adjacent orders, tabs', () => {
    expect(lines({ record: recordTarget('104823'), order: PAID })).toEqual([
      'p Pack',
      'c Create consignment',
      'a Add tracking',
      'shift+n Skip',
      'shift+h Hold',
      '. Actions',
      'u Back',
      'j k Next, previous',
      'n Next to ship',
      'y Copy code',
      'd Details',
      't Freight',
      'mod+k Palette',
      '? All keys',
    ])
  })

  test('the export is the last of a list, after saving its view', () => {
    const list = listTarget({ exported: () => ({ list: 'products', filter: {} }), viewAddress: '/orders' })
    expect(lines({ list, order: PAID }).slice(-4)).toEqual([
      'shift+v Save view',
      'shift+e Export',
      'mod+k Palette',
      '? All keys',
    ])
  })

  test('of the Freight tab: its own keys before those of the order', () => {
    const shown = lines({ record: recordTarget('104823'), order: PAID, ...formTargets() })
    expect(shown.slice(0, 5)).toEqual([
      'mod+Enter Get Freight Options',
      'alt+ArrowDown Address',
      'alt+0 As last time',
      'alt+1–4 Cartons',
      'p Pack',
    ])
    expect(shown).not.toContain('c Create consignment')
  })

  test('freight options and presets keep their place while they are blocked', () => {
    const blocked = formTargets({ noFilling: 'Not now' }, { noOptions: 'Too long' })
    for (const typing of [true, false]) {
      const shown = hintsOf(contextWith(blocked, { typing })).filter((hint) => hint.blocked)
      expect(shown.map(({ label }) => label)).toEqual(['Get Freight Options', 'Cartons'])
    }
    const remedied = formTargets({}, { noOptions: 'Not verified', unverified: true })
    const [first] = hintsOf(contextWith(remedied))
    expect(first).toMatchObject({ label: 'Get Freight Options', blocked: false })
  })

  test.each([
    ['without rows', { list: listTarget({ isEmpty: true }) }, 'Enter mod+Enter Try again'],
    ['above rows, which Enter opens', { list: listTarget() }, 'mod+Enter Try again'],
    ['of a record', { record: recordTarget('104823') }, 'Enter mod+Enter Try again'],
    ['above a form, whose key it is', formTargets(), 'Enter Try again'],
  ])('a failed load %s is tried again', (_, targets, expected) => {
    const failure = { layer: 'page', retry: () => undefined } as const
    expect(lines({ ...targets, failure })).toContain(expected)
    expect(lines({ ...targets, failure }, { layer: 'dialog' }).join()).not.toContain('Try again')
  })

  test('blocked commands have no hint', () => {
    expect(lines({ list: listTarget({ isEmpty: true }) })).toEqual([
      '/ Search',
      'f Filters',
      'mod+k Palette',
      '? All keys',
    ])
  })

  test('in a field: with Esc and without ?', () => {
    const shown = lines({ list: listTarget(), order: PAID }, { typing: true })
    expect(shown).toContain('Escape Exit field')
    expect(shown).not.toContain('? All keys')
    expect(shown).not.toContain('Enter Open')
    expect(shown).toContain('p Pack')
  })

  test.each([
    ['menu', ['Enter Run', 'ArrowUp ArrowDown Choose', 'Escape Close menu']],
    ['dialog', ['Escape Close']],
    [
      'palette',
      [
        'Enter Open',
        'ArrowUp ArrowDown Choose',
        'mod+Enter New tab',
        'Tab Actions',
        'alt+1–9 Pick',
        'Escape Close',
      ],
    ],
  ] as const)('with a %s open only its keys', (layer, expected) => {
    expect(lines({ list: listTarget(), order: PAID }, { layer })).toEqual(expected)
  })

  test('single keys that are switched off are not hinted', () => {
    const shown = lines({ list: listTarget(), order: PAID }, { singleKeys: false })
    expect(shown).toEqual(['Enter Open', 'ArrowDown ArrowUp Move', 'mod+k Palette'])
  })
})

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
