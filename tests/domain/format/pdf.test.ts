import { expect, test } from 'vitest'
import { readPdf } from '../../../src/domain/format/pdf.ts'

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

// CON-11
test.each(['%PDF', '%PDF-1.7\n\xff\x00\x80'])('the bytes of %j come whole', (text) => {
  expect(readPdf(base64(text))).toEqual(new Uint8Array(Buffer.from(text, 'latin1')))
})

test('breaks in the base64 do no harm', () => {
  expect(readPdf('JVBE\nRi0x\n')).toEqual(new Uint8Array(Buffer.from('%PDF-1')))
})

// MSG-2
test.each(['', base64('<html>'), base64(' %PDF'), base64('%PD'), '%PDF-1.7', 'not base64!'])(
  '%j is no PDF',
  (text) => expect(readPdf(text)).toBeNull(),
)
