import { expect, test } from 'vitest'
import { csvOf, text } from '../../../src/server/exports/csv.ts'

async function* pageOf(row: string) {
  yield [row]
}

/** The cell that a text becomes, without the quotation marks around it. */
async function cellOf(value: string): Promise<string> {
  let written = ''
  for await (const chunk of csvOf([text('Notes', (row: string) => row)], pageOf(value))) written += chunk
  return written.slice('\u{FEFF}Notes\r\n'.length, -'\r\n'.length).replace(/^"|"$/g, '')
}

// V1.2.10
test.each([
  '=1+1',
  '-1',
  '+64 27',
  '@SUM(1)',
  '＝1+1',
  '\t1',
  '\n=1+1',
  ' =1+1',
  '\u{A0}=1+1',
  '\u{3000}＠SUM(1)',
  '\u{FEFF}=1+1',
  '\u{200B}-1',
  '\u{1}+1',
])('the text %j is escaped, because spreadsheets could read it as a formula', async (value) => {
  expect(await cellOf(value)).toBe(`'${value}`)
})

test.each(['', 'Tāmaki', ' leave at the door', '1-2=3', '’=1'])(
  'the text %j is not changed',
  async (value) => {
    expect(await cellOf(value)).toBe(value)
  },
)
