import { describe, expect, it } from 'vitest'
import { CHANGED_KINDS, type Change, Changes } from '../../../src/contract/changes.ts'
import { notesOf } from '../../../src/server/changes/note-changes.ts'
import { fc } from '../../properties.ts'

const read = (notes: readonly string[]): Change[] => notes.flatMap((note) => Changes.parse(JSON.parse(note)))
const orders = (count: number, isNew = true): Change[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'order', code: `1048${index}`, is_new: isNew }))

describe('notes of changes', () => {
  it('name up to a hundred records in their order', () => {
    for (const count of [0, 1, 40, 41, 100]) expect(read(notesOf(orders(count)))).toEqual(orders(count))
  })

  it('name no record if there are more, but each kind and whether some are new', () => {
    const customers: Change[] = [{ kind: 'customer', code: '7', is_new: false }]
    expect(read(notesOf([...orders(100), ...customers]))).toEqual([
      { kind: 'order', code: null, is_new: true },
      { kind: 'customer', code: null, is_new: false },
    ])
  })

  it('are never longer than PostgreSQL accepts, and keep the kinds of all changes', () => {
    const change = fc.record({
      kind: fc.constantFrom(...CHANGED_KINDS),
      code: fc.string({ minLength: 1, maxLength: 400, unit: 'grapheme' }),
      is_new: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const notes = notesOf(changes)
        for (const note of notes) expect(Buffer.byteLength(note)).toBeLessThan(8000)
        const kinds = (some: readonly Change[]) => new Set(some.map(({ kind }) => kind))
        expect(kinds(read(notes))).toEqual(kinds(changes))
      }),
    )
  })
})
