import { expect, test } from 'vitest'
import { type IndexedRecord, keyOf } from '../../../src/domain/records/indexed-record.ts'
import { reduce } from '../../../src/web/palette/machine/reduce.ts'
import { CLOSED, type PaletteState, plainQuery } from '../../../src/web/palette/machine/state.ts'
import type { Match } from '../../../src/web/record-index/rank.ts'
import { fc } from '../../properties.ts'
import { recordOf } from './state-events.ts'

const changed = (state: PaletteState, records: readonly IndexedRecord[]) =>
  reduce(state, {
    type: 'changed',
    records: new Map(records.map((record) => [keyOf(record), record])),
  }).state

const matchOf = (code: string): Match => ({ record: recordOf(code), band: 'exact-code' })
const open = (codes: readonly string[]): PaletteState => ({
  ...CLOSED,
  phase: 'open',
  sources: {
    text: '1',
    query: plainQuery('1', null),
    readings: [],
    named: null,
    matches: codes.map(matchOf),
    recentRecords: codes.map((code) => ({ record: recordOf(code), openedAt: 7 })),
    example: null,
    recentCommands: [],
    context: null,
    settled: true,
  },
  search: { about: 'all 1', state: 'found', records: codes.map((code) => recordOf(code)) },
})
const codes = fc.uniqueArray(fc.constantFrom('1', '10', '104', '1048', '10482'))

test('records that change while they are shown are renewed where they are, and no row moves', () => {
  fc.assert(
    fc.property(codes, codes, (shown, news) => {
      const { sources, search } = changed(
        open(shown),
        news.map((code) => recordOf(code, 'new')),
      )
      const expected = shown.map((code) => recordOf(code, news.includes(code) ? 'new' : ''))
      expect(sources?.matches.map(({ record }) => record)).toEqual(expected)
      expect(sources?.recentRecords).toEqual(expected.map((record) => ({ record, openedAt: 7 })))
      expect(search?.records).toEqual(expected)
    }),
  )
})

test('a palette without rows stays as it is', () => {
  const opening: PaletteState = { ...CLOSED, phase: 'opening' }
  expect(changed(opening, [recordOf('1', 'new')])).toEqual(opening)
})
