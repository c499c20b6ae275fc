import { describe, expect, test } from 'vitest'
import { leftOutLines, leftOutWords, unreadableIn } from '../../../src/domain/records/left-out.ts'
import { exampleConsignment } from '../example-records.ts'

test.each([
  [1, 'row', '1 row could not be read and was left out.'],
  [2, 'row', '2 rows could not be read and were left out.'],
])('says that %d %s was left out', (count, noun, words) => expect(leftOutWords(count, noun)).toBe(words))

test.each([
  [undefined, []],
  [{}, []],
  [{ items: 1 }, ['1 item could not be read and was left out.']],
  [
    { parts: 1, services: 2, events: 3 },
    [
      '1 parcel could not be read and was left out.',
      '2 services could not be read and were left out.',
      '3 events could not be read and were left out.',
    ],
  ],
])('of %j it says %j', (unreadable, lines) => expect(leftOutLines(unreadable)).toEqual(lines))

describe('a consignment', () => {
  test('includes the services of its parcels', () => {
    const part = { services: [{ total: {} }, { total: 5 }] }
    const consignment = exampleConsignment({ parts: [part, part], services: [null], events: [null] })
    expect(unreadableIn(consignment)).toEqual({ services: 3, events: 1 })
  })

  test('has none if all was read', () => {
    expect(unreadableIn(exampleConsignment({ parts: [{}], events: [{}] }))).toEqual({})
  })
})
