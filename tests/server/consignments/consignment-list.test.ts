import { beforeAll, expect, it } from 'vitest'
import type { Consignment } from '../../../src/contract/consignments.ts'
import { consignmentSearchText } from '../../../src/server/consignments/record.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { onEachDatabase } from '../databases.ts'
import { clock, NOW, signedInApp } from '../orders/harness.ts'
import { fakeCourier } from './fake-courier.ts'

const PLAIN = {
  order_code: '104823',
  courier: 'swift',
  provider_name: 'Swift',
  provider_slug: 'swift',
  type: 'Overnight',
  branch: 'auckland',
  company: 'Tāmaki Plumbing',
  contact: "Siobhán O'Neill",
  phone: '',
  email: '',
  street: '12 Totara Street',
  suburb: 'Mount Maunganui',
  city: '',
  postcode: '3116',
  instructions: '',
  is_rural: 0,
  send_tracking: 1,
  cost_cents: 0,
  services: '[]',
  staff_id: 'local:mere',
  staff_name: 'Mere',
}

onEachDatabase((database) => {
  const put = async (tracking_code: string, created_at: string, parts: Partial<typeof PLAIN> = {}) => {
    const row = { ...PLAIN, ...parts, tracking_code, created_at }
    const search_text = consignmentSearchText(row, [{ reference: 'Pipe 20' }])
    await database.db
      .insertInto('consignments')
      .values({ ...row, search_text })
      .execute()
  }
  /** Stores pieces with these barcodes, for the consignments with these codes. */
  const putPieces = async (pieces: [trackingCode: string, barcode: string, weight?: number][]) => {
    const { db } = database
    for (const [code, label, weight = 1] of pieces) {
      const { id } = await db
        .selectFrom('consignments')
        .select('id')
        .where('tracking_code', '=', code)
        .executeTakeFirstOrThrow()
      const measures = { height: 1, length: 1, width: 1, weight, cost_cents: 0, services: '[]' }
      const part = { ...measures, consignment_id: id, part_number: '001', label, reference: 'Pipe 20' }
      await db.insertInto('consignment_parts').values(part).execute()
    }
  }
  const swift = fakeCourier('swift')
  const app = () => signedInApp(database.db, undefined, undefined, { couriers: [swift] })
  const ask = async (date: string, query = '', provider = ''): Promise<Consignment[]> => {
    const parameters = new URLSearchParams({ date, query, provider })
    return (await app().get(`/api/v1/consignments?${parameters}`)).json()
  }
  const codes = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).map((consignment) => consignment.tracking_code)

  beforeAll(async () => {
    // Daylight saving began on 28 September 2025 (23 hours) and ended on 5 April 2026 (25 hours).
    await put('S1', '2025-09-27T11:59:59.999Z')
    await put('S2', '2025-09-27T12:00:00.000Z')
    await put('S3', '2025-09-28T10:59:59.999Z')
    await put('S4', '2025-09-28T11:00:00.000Z')
    await put('A1', '2026-04-04T10:59:59.999Z')
    await put('A2', '2026-04-04T11:00:00.000Z')
    await put('A3', '2026-04-05T11:59:59.999Z')
    await put('A4', '2026-04-05T12:00:00.000Z')
    await put('LH1', '2026-11-19T21:00:00.000Z')
    await put('LH2', '2026-11-19T22:00:00.000Z', { provider_slug: 'nzpost', order_code: '48213' })
    for (const [code, type, weights] of [
      ['W5', 'Overnight', [2, 3]],
      ['W20', 'Economy', [9.9, 10.1]],
      ['W25', 'Overnight', [25]],
    ] as const) {
      await put(code, `2026-10-10T00:00:${code.slice(1).padStart(2, '0')}.000Z`, { type })
      await putPieces(weights.map((weight, index) => [code, `${code}-${index}`, weight]))
    }
    const kauri = { company: 'Kauri & Sons', phone: '+64 (0)27 555 0858', email: 'ruth@kauri.example' }
    await put('LH3', '2026-11-19T22:00:00.000Z', { ...kauri, street: '1 Ōtara Road' })
  })

  it.each([
    ['2025-09-27', ['S1']],
    ['2025-09-28', ['S3', 'S2']],
    ['2025-09-29', ['S4']],
    ['2026-04-04', ['A1']],
    ['2026-04-05', ['A3', 'A2']],
    ['2026-04-06', ['A4']],
    ['2026-11-20', ['LH3', 'LH2', 'LH1']],
    ['2026-11-21', []],
  ])('has the day %s as it is in Auckland, the newest first', async (day, expected) => {
    expect(await codes(day)).toEqual(expected)
  })

  it('formats times in Auckland’s time zone', async () => {
    const [late, early] = await ask('2026-04-05')
    expect([early?.dates.created_at, late?.dates.created_at]).toEqual([
      '2026-04-05 00:00:00',
      '2026-04-05 23:59:59',
    ])
  })

  it.each([
    ['lh2', '', ['LH2']],
    ['48213', '', ['LH2']],
    ['tamaki', '', ['LH2', 'LH1']],
    ['TĀMAKI tōtara', '', ['LH2', 'LH1']],
    ['otara', '', ['LH3', 'LH2', 'LH1']],
    ['o’neill maunganui', '', ['LH3', 'LH2', 'LH1']],
    ['3116', '', ['LH3', 'LH2', 'LH1']],
    ['027 555 0858', '', ['LH3']],
    ['ruth@kauri.example', '', ['LH3']],
    ['pipe', 'nzpost', ['LH2']],
    ['', 'nzpost', ['LH2']],
    ['  ', '', ['LH3', 'LH2', 'LH1']],
    ['', 'titus', []],
    ['%', '', []],
    ['_', '', []],
    ['tamaki nowhere', '', []],
  ])('finds %j of courier %j', async (query, provider, expected) => {
    expect(await codes('2026-11-20', query, provider)).toEqual(expected)
  })

  // CON-14
  it.each([
    ['weight=over-20', ['W25']],
    ['weight=from-20', ['W25', 'W20']],
    ['weight=over-19.999', ['W25', 'W20']],
    ['weight=under-20', ['W5']],
    ['weight=5-20', ['W20', 'W5']],
    ['service=overnight', ['W25', 'W5']],
    ['service=OVER', ['W25', 'W5']],
    ['weight=from-20&service=economy', ['W20']],
  ])('finds those with %s', async (criteria, expected) => {
    const found = await app().get(`/api/v1/consignments?date=2026-10-10&query=&provider=&${criteria}`)
    expect(((await found.json()) as Consignment[]).map(({ tracking_code }) => tracking_code)).toEqual(
      expected,
    )
  })

  it.each([
    ['date=2026-10-10&query=&provider=&weight=heavy', 'weight'],
    ['date=2026-10-10&query=&provider=&service=%25', 'service'],
    ['query=&provider=', 'date'],
    ['date=9999-12-31&query=&provider=', 'date'],
    [`date=2026-11-20&query=${'x'.repeat(201)}&provider=`, 'query'],
    ['date=2026-11-20&provider=', 'query'],
  ])('refuses %j, naming the parameter', async (query, field) => {
    const answer = await app().get(`/api/v1/consignments?${query}`)
    expect([answer.status, (await answer.json()).field]).toEqual([400, field])
  })

  it.each(['LH2', 'lh2'])('has the consignment %s', async (code) => {
    const answer = await app().get(`/api/v1/consignments/${code}`)
    expect(await answer.json()).toMatchObject({ tracking_code: 'LH2', order_code: '48213' })
  })

  it('finds the consignment of a piece by its barcode', async () => {
    await putPieces([
      ['LH1', 'LH1001'],
      ['LH1', 'LH1002'],
      ['LH1', 'LH2'],
      ['LH2', 'TWICE001'],
      ['LH3', 'TWICE001'],
      ['S1', 'GONE001'],
      ['S2', 'AGAIN001'],
      ['S3', 'AGAIN001'],
    ])
    const { db } = database
    const deleted = { deleted_at: '2026-11-19T22:00:00.000Z' }
    await db.updateTable('consignments').set(deleted).where('tracking_code', 'in', ['S1', 'S3']).execute()
    const found = async (code: string): Promise<string | null> => {
      const answer = await app().get(`/api/v1/consignments/${encodeURIComponent(code)}`)
      return answer.status === 200 ? (await answer.json()).tracking_code : null
    }
    try {
      expect([await found('LH1001'), await found('lh1002'), await found('AGAIN001')]).toEqual([
        'LH1',
        'LH1',
        'S2',
      ])
      // A consignment's own code wins over another one's barcode.
      expect(await found('LH2')).toBe('LH2')
      for (const code of ['LH100', 'LH1003', 'LH10011', 'LH1001 ', 'TWICE001', 'GONE001', '001', '%']) {
        expect([code, await found(code)]).toEqual([code, null])
      }
      // Only reading accepts a barcode; deleting and printing do not.
      expect((await app().get('/api/v1/consignments/LH1001/labels')).status).toBe(404)
      const removed = await app().app.request('/api/v1/consignments/LH1001', { method: 'DELETE' })
      expect(removed.status).toBe(404)
    } finally {
      await db.deleteFrom('consignment_parts').execute()
      await db.updateTable('consignments').set({ deleted_at: null }).execute()
    }
  })

  it('finds the consignment whose code a longer barcode begins with, by the longest code', async () => {
    const { db } = database
    await put('APD00020626', '2026-11-18T22:00:00.000Z')
    await put('APD0002062601', '2026-11-18T22:00:00.000Z')
    await put('GONE0002062', '2026-11-18T22:00:00.000Z')
    await putPieces([
      ['APD00020626', 'APD0002062602'],
      ['APD00020626', 'SHARED00001'],
      ['APD0002062601', 'SHARED00001'],
    ])
    await db
      .updateTable('consignments')
      .set({ deleted_at: '2026-11-19T22:00:00.000Z' })
      .where('tracking_code', '=', 'GONE0002062')
      .execute()
    const found = async (code: string): Promise<string | null> => {
      const answer = await app().get(`/api/v1/consignments/${code}`)
      return answer.status === 200 ? (await answer.json()).tracking_code : null
    }
    try {
      const scans: [string, string | null][] = [
        ['APD00020626', 'APD00020626'],
        ['APD0002062609', 'APD00020626'],
        ['apd0002062609', 'APD00020626'],
        ['APD0002062602AKL', 'APD00020626'],
        ['APD0002062601AKL', 'APD0002062601'],
        ['SHARED00001AKL', null],
        ['GONE0002062001', null],
        ['APD0002062', null],
        [`APD00020626${'9'.repeat(400)}`, 'APD00020626'],
      ]
      for (const [code, expected] of scans) expect([code, await found(code)]).toEqual([code, expected])
    } finally {
      await db.deleteFrom('consignment_parts').execute()
      await db
        .deleteFrom('consignments')
        .where('tracking_code', 'in', ['APD00020626', 'APD0002062601', 'GONE0002062'])
        .execute()
    }
  })

  it('responds 404 for an unknown consignment', async () => {
    const answer = await app().get('/api/v1/consignments/HAND%2F1')
    const message = 'Failed to find the consignment, check the consignment ID and try again.'
    expect([answer.status, await answer.json()]).toEqual([404, { success: false, message }])
    expect((await app().get('/api/v1/consignments/HAND1/labels')).status).toBe(404)
  })

  it('tracks consignments in transit, each at intervals', async () => {
    const deps = { db: database.db, clock, couriers: [swift] }
    const event = { type: 'collected', code: 'COUR', description: 'Picked up', location: 'Penrose' } as const
    swift.events = [{ ...event, at: '2026-11-19T22:30:00Z' }]
    await trackConsignments(deps)
    await trackConsignments(deps)
    const [consignment] = await ask('2026-11-20')
    expect(consignment).toMatchObject({
      status: 'Out for delivery',
      dates: { picked_at: '2026-11-20 11:30:00', delivered_at: null },
      events: [{ date: '2026-11-20 11:30:00', type: 'collected' }],
    })
    expect(swift.tracked.filter((code) => code === 'LH3')).toHaveLength(1)
    expect(swift.tracked).not.toContain('S1')
    const delivered = {
      type: 'delivered',
      code: 'DEL',
      description: 'Signed for',
      location: 'Napier',
    } as const
    swift.events = [...swift.events, { ...delivered, at: '2026-11-19T22:59:00.000Z' }]
    const later = { ...deps, clock: () => NOW + 11 * 60_000 }
    await trackConsignments(later)
    expect(await ask('2026-11-20')).toMatchObject(new Array(3).fill({ status: 'Delivered' }))
    swift.tracked.length = 0
    await trackConsignments({ ...deps, clock: () => NOW + 60 * 60_000 })
    expect(swift.tracked).toEqual([])
  })

  it("finds a consignment by its digits without the courier's prefix", async () => {
    const at = '2026-11-20T22:00:00.000Z'
    for (const code of ['LH2602541', 'CL092594237NZ', 'CPL01000003', 'COC01000003', 'TTS01000004']) {
      await put(code, at)
    }
    const found = async (digits: string) => {
      const response = await app().get(`/api/v1/consignments/${digits}`)
      return response.status === 200 ? (await response.json()).tracking_code : response.status
    }
    expect(await found('2602541')).toBe('LH2602541')
    expect(await found('092594237')).toBe('CL092594237NZ')
    expect(await found('01000004')).toBe('TTS01000004')
    // Two couriers have one.
    expect(await found('01000003')).toBe(404)
    expect(await found('1000004')).toBe(404)
    await database.db
      .updateTable('consignments')
      .set({ deleted_at: at })
      .where('tracking_code', '=', 'CPL01000003')
      .execute()
    expect(await found('01000003')).toBe('COC01000003')
  })
})
