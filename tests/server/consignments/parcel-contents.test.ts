import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { readPdf } from '../labels/read-pdf.ts'
import { bookingOnTest } from './booking-on-test.ts'
import { lateBooking } from './fake-courier.ts'
import { PARCEL } from './payload-for.ts'

const TAPS = [{ code: 'TAP', name: 'Tap 15 mm', quantity: 2 }]
const HOSE = [
  { code: 'HOSE', name: 'Hose', quantity: 12.5 },
  { code: null, name: 'Fee', quantity: 1 },
]

// PACK-4
onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const parcels = [{ ...PARCEL, quantity: 2 }]

  async function book(contents: object[][], payload: object = target.payload({ parcels })) {
    const quote_id = await target.quote(payload)
    const body = { ...payload, quote_id, contents }
    const answer = await target.app().post('/api/v1/consignments/packed', body)
    return { status: answer.status, body: await answer.json() }
  }
  const inParts = async (code: string) => (await target.get(code)).parts.map(({ contents }) => contents)

  describe('a booking with the contents of its pieces', () => {
    it('shows them with the pieces, and tells the courier nothing of them', async () => {
      await target.putOrder()
      const { status, body } = await book([TAPS, HOSE])
      expect([status, body.success]).toEqual([200, true])
      expect(await inParts(body.data.consignment_id)).toEqual([TAPS, HOSE])
      const told = JSON.stringify(target.swift.asked)
      expect(told).not.toMatch(/contents|TAP|Hose/)
      await target.isBookedOnce()
    })

    it.each([[[TAPS]], [[TAPS, HOSE, TAPS]], [[]]])(
      'is refused if they are not of each piece',
      async (contents) => {
        await target.putOrder()
        const { status, body } = await book(contents)
        expect([status, body.field]).toEqual([422, 'contents'])
        await target.isNotBooked()
      },
    )

    it('keeps them while the outcome is unknown', async () => {
      await target.putOrder()
      target.hurry()
      const late = lateBooking()
      target.swift.behave(late)
      const payload = target.payload({ parcels })
      const quote_id = await target.quote(payload)
      const body = { ...payload, quote_id, contents: [TAPS, HOSE] }
      expect((await target.app().post('/api/v1/consignments/packed', body)).status).toBe(503)
      late.arrive()
      const again = await target.app().post('/api/v1/consignments/packed', body)
      expect(await inParts((await again.json()).data.consignment_id)).toEqual([TAPS, HOSE])
      await target.isBookedOnce()
    })

    it('keeps them when it is deleted', async () => {
      await target.putOrder()
      const { body } = await book([TAPS, HOSE])
      expect((await target.remove(body.data.consignment_id)).status).toBe(200)
      const rows = await database.db
        .selectFrom('consignment_parts')
        .innerJoin('consignments', 'consignments.id', 'consignment_parts.consignment_id')
        .select('consignment_parts.contents')
        .where('tracking_code', '=', body.data.consignment_id)
        .orderBy('consignment_parts.id')
        .execute()
      expect(rows.map(({ contents }) => JSON.parse(contents ?? ''))).toEqual([TAPS, HOSE])
    })
  })

  it('has none if it was booked without', async () => {
    await target.putOrder()
    const { body } = await target.book(await target.quote())
    expect(await inParts(body.data.consignment_id)).toEqual([[], []])
    const answer = await target.app().get(`/api/v1/consignments/${body.data.consignment_id}/contents`)
    expect([answer.status, (await answer.json()).message]).toEqual([
      404,
      'Nothing was scanned into the parcels of this consignment.',
    ])
  })

  it('prints a page for each piece', async () => {
    await target.putOrder()
    const { body } = await book([TAPS, HOSE])
    const code = body.data.consignment_id
    const answer = await target.app().get(`/api/v1/consignments/${code}/contents`)
    const read = await readPdf(new Uint8Array(Buffer.from(await answer.json(), 'base64')))
    const pages = read.map(({ texts }) => texts.map(({ text }) => text).join(' '))
    expect(pages).toHaveLength(2)
    for (const word of [target.code.slice(0, 10), 'Parcel 1 of 2', code, '2 ×', 'TAP', 'Tap 15 mm'])
      expect(pages[0]).toContain(word)
    for (const word of ['Parcel 2 of 2', '12.5 ×', 'HOSE', 'Fee']) expect(pages[1]).toContain(word)
    expect((await target.app().get(`/api/v1/consignments/${randomUUID()}/contents`)).status).toBe(404)
  })
})
