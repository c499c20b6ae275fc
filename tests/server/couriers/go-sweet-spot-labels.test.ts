import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import type { LabelFormat } from '../../../src/server/platform/courier-settings.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { type Script, siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeEach(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.stop())

const log = spyOnLog()
const courierWith = (labelFormat: LabelFormat) => goSweetSpot(siteAt(gateway.url, { labelFormat }))
/** The requested formats. */
const formats = () => gateway.calls.map(({ query }) => query.get('format'))
/** The gateway has labels in this format only, and sends a different response for others. */
const only =
  (format: string, otherwise: { status?: number; body: unknown }): Script =>
  async ({ query }, truth) =>
    query.get('format') === format ? truth() : otherwise

test('labels are one PDF of 100 × 175 mm by default', async () => {
  const label = await goSweetSpot(siteAt(gateway.url)).label('ABC1', never)
  expect(Buffer.from(label ?? []).toString()).toBe('%PDF-1.7 a label')
  expect(gateway.calls[0]?.query.toString()).toBe('format=LABEL_PDF_100X175&connote=ABC1')
})

test.each([
  ['100x175', 'LABEL_PDF_100X175'],
  ['100x150', 'LABEL_PDF_100X150'],
  ['A4', 'LABEL_PDF'],
  ['ZPL', 'LABEL_PDF_100X175'],
] as const)('the setting %s requests %s', async (setting, format) => {
  await courierWith(setting).label('ABC1', never)
  expect(formats()).toEqual([format])
})

test.each([
  ['an empty list', { body: [] }],
  ['a picture', { body: ['iVBORw0KGgo='] }],
  ['a refusal', { status: 400, body: { Message: 'Not available for this carrier.' } }],
  ['a text', { body: 'Not available' }],
])('a carrier without labels of 100 × 150 mm (%s) prints those of 100 × 175 mm', async (_, otherwise) => {
  gateway.lies.set('GET /api/labels', only('LABEL_PDF_100X175', otherwise))
  const label = await courierWith('100x150').label('ABC1', never)
  expect(Buffer.from(label ?? []).toString()).toBe('%PDF-1.7 a label')
  expect(formats()).toEqual(['LABEL_PDF_100X150', 'LABEL_PDF_100X175'])
  expect(log.entries().at(-1)).toMatchObject({ trackingCode: 'ABC1', format: '100x150' })
})

test.each([
  ['none', []],
  ['two', ['JVBERi0=', 'JVBERi0=']],
  ['a picture', ['iVBORw0KGgo=']],
  ['text', 'Not a valid consignment number'],
])('%s as the label in every format: an error', async (_, body) => {
  gateway.lies.set('GET /api/labels', { body })
  await expect(courierWith('100x175').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(1)
  await expect(courierWith('A4').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(3)
})

test.each([503, 401, 429])('no other format is requested after status %d', async (status) => {
  gateway.lies.set('GET /api/labels', { status, body: '' })
  await expect(courierWith('A4').label('ABC1', never)).rejects.toThrow()
  expect(formats()).toHaveLength(1)
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('labels in ZPL are those of all pieces', async () => {
  gateway.lies.set('GET /api/labels', { body: [base64('^XA one ^XZ'), base64('^XA two ^XZ')] })
  expect(await courierWith('ZPL').zpl('ABC1', never)).toBe('^XA one ^XZ\n^XA two ^XZ')
  expect(formats()).toEqual(['LABEL_ZPL_100X175'])
})

test.each([
  ['none', []],
  ['a PDF', [base64('%PDF-1.7')]],
  ['text', 'Not available'],
])('%s instead of ZPL is an error', async (_, body) => {
  gateway.lies.set('GET /api/labels', { body })
  await expect(courierWith('ZPL').zpl('ABC1', never)).rejects.toThrow(/no (ZPL|JSON)/)
})

it('requests no ZPL unless it is the setting', async () => {
  expect(await courierWith('100x175').zpl('ABC1', never)).toBeNull()
  expect(gateway.calls).toEqual([])
})
