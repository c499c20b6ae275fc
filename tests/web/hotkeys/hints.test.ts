import { describe, expect, test } from 'vitest'
import { hintsOf } from '../../../src/web/hotkeys/hints.ts'
import { contextWith, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'

const lines = (...context: Parameters<typeof contextWith>) =>
  hintsOf(contextWith(...context)).map(({ keys, label }) => `${keys.join(' ')} ${label}`)

const PAID = exampleOrder({ dates: { paid_at: '2026-11-20T01:00:00Z' } })

describe('the hint bar', () => {
  test('of a list: move and open, act, find, and what is always there', () => {
    expect(lines({ list: listTarget({ page: 2, hasNextPage: true }), order: PAID })).toEqual([
      'j k Move',
      'Enter Open',
      'p Pack',
      'a Add tracking',
      'c Create consignment',
      'y Copy code',
      '. Actions',
      '/ Search',
      'f Filters',
      '[ ] Pages',
      'mod+k Palette',
      '? All keys',
    ])
  })

  test('of an order: back, adjacent orders, tabs, actions', () => {
    expect(lines({ record: recordTarget('104823'), order: PAID })).toEqual([
      'u Back',
      'j k Next, previous',
      'd Details',
      't Freight',
      'p Pack',
      'a Add tracking',
      'c Create consignment',
      'y Copy code',
      '. Actions',
      'mod+k Palette',
      '? All keys',
    ])
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
    ['menu', ['ArrowUp ArrowDown Choose', 'Enter Run', 'Escape Close menu']],
    ['dialog', ['Escape Close']],
    [
      'palette',
      [
        'ArrowUp ArrowDown Choose',
        'Enter Open',
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
    expect(shown).toEqual(['ArrowDown ArrowUp Move', 'Enter Open', 'mod+k Palette'])
  })
})
