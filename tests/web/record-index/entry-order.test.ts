import { expect, test } from 'vitest'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { type Entry, entryOf } from '../../../src/web/record-index/entry.ts'
import { compare, OrderedEntries } from '../../../src/web/record-index/entry-order.ts'
import { fc } from '../../properties.ts'

/** Other fields of a record, so that records with the same code, kind and id are equal. */
const REST: Record<string, Pick<IndexedRecord, 'reach' | 'total'>> = {
  one: { reach: 'ruth@example.com\n0275550858', total: null },
  two: { reach: '', total: 700 },
}

const entries = fc
  .record({
    code: fc.stringMatching(/^(SO-)?[0-9]{1,2}$/),
    kind: fc.constantFrom('order', 'product'),
    id: fc.constantFrom('one', 'two'),
    at: fc.constantFrom(null, '2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z'),
    openedAt: fc.nat(2),
  })
  .map(({ openedAt, ...parts }) =>
    entryOf({ ...parts, name: '', contact: '', total: null, status: null, ...REST[parts.id] }, openedAt),
  )
const batches = fc.array(fc.array(entries, { maxLength: 12 }), { maxLength: 6 })
const keyOf = ({ record: { kind, id } }: Entry, place: number) => `${kind}:${id}:${place % 5}`

test('stays in order, each entry with its own masks, whatever comes, goes and is replaced', () => {
  fc.assert(
    fc.property(batches, (all) => {
      const ordered = new OrderedEntries()
      const known = new Map<string, Entry>()
      for (const batch of all) {
        const added = new Map(batch.map((entry, place) => [keyOf(entry, place), entry]))
        const instead = [...added.keys()].flatMap((key) => known.get(key) ?? [])
        ordered.put([...added.values()], instead)
        for (const [key, entry] of added) known.set(key, entry)
        expect(ordered.list).toHaveLength(known.size)
        expect(ordered.list.toSorted(compare)).toEqual(ordered.list)
        expect(ordered.list.map(fingerprint).sort()).toEqual([...known.values()].map(fingerprint).sort())
        expect([...ordered.masks.code]).toEqual(ordered.list.map(({ codeMask }) => codeMask))
        expect([...ordered.masks.name]).toEqual(ordered.list.map(({ nameMask }) => nameMask))
        expect([...ordered.masks.initial]).toEqual(ordered.list.map(({ initialMask }) => initialMask))
        expect([...ordered.masks.word]).toEqual(ordered.list.map(({ wordMask }) => wordMask))
        expect([...ordered.masks.reach]).toEqual(ordered.list.map(({ reachMask }) => reachMask))
        expect(ordered.ofTotal(700)).toEqual(ordered.list.filter(({ total }) => total === 700))
        for (const { code, digits } of batch) {
          for (const text of [code, digits]) {
            const exact = ordered.list.filter((one) => one.code === text || one.digits === text)
            expect(ordered.exactly(text)).toEqual(exact)
          }
        }
      }
      ordered.clear()
      expect([ordered.list, ordered.masks.code.length, ordered.masks.name.length]).toEqual([[], 0, 0])
      expect(ordered.exactly('1')).toEqual([])
    }),
  )
})

const fingerprint = ({ record, openedAt }: Entry) => JSON.stringify([record, openedAt])
