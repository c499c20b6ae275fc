import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extentOf } from '../../../src/server/import/json-extent.ts'

it('a value ends where JSON says, whatever follows', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('\\', '"', '\\"', '[{,', ['a,]', { '}': '"' }]))
  fc.assert(
    fc.property(value, fc.constantFrom('', ',', ']', ',"a"', '}'), (one, following) => {
      const text = `  ${JSON.stringify(one)}`
      const isOpenEnded = typeof one !== 'object' || one === null
      const end = isOpenEnded || following === '' ? text.length : extentOf(text).end
      expect(extentOf(text + following).end).toBe(end)
      expect(end).toBe(text.length)
    }),
  )
})

const fields = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":1`).join()
const list = (count: number, one = '1') => `[${Array(count).fill(one).join()}]`

it.each([
  ['200 fields', `{${fields(200)}}`, null],
  ['201 fields', `{${fields(201)}}`, 'may have at most 200 fields'],
  ['1900 items of 19 fields', `{"items":${list(1900, `{${fields(19)}}`)}}`, null],
  ['100 items of 190 fields', `{"items":${list(100, `{${fields(190)}}`)}}`, null],
  [
    '220 items of 190 fields',
    `{"items":${list(220, `{${fields(190)}}`)}}`,
    'may have at most 40000 fields with those of its items',
  ],
  ['2001 items', `{"items":${list(2001)}}`, 'may have at most 2000 items'],
  ['an item of 201 fields', `{"items":[1,{${fields(201)}},1]}`, 'may have at most 200 fields'],
  [
    'fields before and after its items',
    `{${fields(120)},"items":[1],"more":{${fields(90)}}}`,
    'may have at most 200 fields',
  ],
  ['lists in lists', `{"items":[${'['.repeat(300)}${']'.repeat(300)}]}`, 'may have at most 200 fields'],
  ['commas in its texts', `{"a":"${','.repeat(5000)}"}`, null],
])('a record with %s', (_, text, fault) => {
  expect(extentOf(text)).toEqual({ end: text.length, fault })
})
