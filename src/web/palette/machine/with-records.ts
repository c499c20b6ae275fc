import { type IndexedRecord, keyOf } from '../../../domain/records/indexed-record.ts'
import type { PaletteState } from './state.ts'

/** The state with newer data of records, by their keys. No row moves, whatever the query would find now. */
export function withRecords(state: PaletteState, records: ReadonlyMap<string, IndexedRecord>): PaletteState {
  const { sources, search } = state
  if (!sources) return state
  const renewed = <Has extends { record: IndexedRecord }>(one: Has): Has => {
    const record = records.get(keyOf(one.record))
    return record ? { ...one, record } : one
  }
  return {
    ...state,
    sources: {
      ...sources,
      matches: sources.matches.map(renewed),
      recentRecords: sources.recentRecords.map(renewed),
    },
    search: search && {
      ...search,
      records: search.records.map((record) => records.get(keyOf(record)) ?? record),
    },
  }
}
