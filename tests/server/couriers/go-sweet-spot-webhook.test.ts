import { createHmac } from 'node:crypto'
import { beforeEach, expect, it, test } from 'vitest'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { isSigned, readPushed } from '../../../src/server/couriers/go-sweet-spot/webhook.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { onEachDatabase } from '../databases.ts'
import { signedInApp, TEST_CONFIG } from '../orders/harness.ts'

const SECRET = '0123456789abcdef'
const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const gateway = fakeCourier('gosweetspot')
  let code = ''
  beforeEach(async () => {
    code = await target.bookAlone()
    await database.db.updateTable('consignments').set({ courier: 'gosweetspot' }).execute()
    gateway.tracked.length = 0
    await track()
  })
  const track = async () => trackConsignments({ ...target.deps, couriers: [gateway] })
  const appWith = (secret: string) => {
    const { accounts } = readConfig({ GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1', GSS_WEBHOOK_SECRET: secret })
    return signedInApp(database.db, undefined, { ...TEST_CONFIG, accounts }).app
  }
  const push = async (body: string, query = signed(body), app = appWith(SECRET)) =>
    app.request(`/api/v1/couriers/gosweetspot?${query}`, { method: 'POST', body })
  const signed = (body: string) =>
    new URLSearchParams({ hmac: createHmac('sha256', SECRET).update(body).digest('base64') })
  const about = (...codes: string[]) => JSON.stringify(codes.map((ConsignmentNo) => ({ ConsignmentNo })))

  it('makes a changed consignment due for the next round of tracking', async () => {
    await track()
    expect(gateway.tracked).toEqual([code])
    const answer = await push(about('UNKNOWN1', code))
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    await track()
    expect(gateway.tracked).toEqual([code, code])
    // Repeating it costs a look-up and changes nothing.
    await push(about(code))
    await track()
    expect(gateway.tracked).toHaveLength(3)
    expect((await target.get(code)).dates.delivered_at).toBeNull()
  })

  it('ignores delivered consignments and those of other couriers', async () => {
    const at = '2026-11-19T22:45:00.000Z'
    await database.db.updateTable('consignments').set({ delivered_at: at }).execute()
    await push(about(code))
    await database.db.updateTable('consignments').set({ delivered_at: null, courier: 'nzpost' }).execute()
    await push(about(code))
    const rows = await database.db.selectFrom('consignments').select('tracked_at').execute()
    expect(rows).toEqual([{ tracked_at: expect.any(String) }])
  })

  it.each<[string, (body: string) => string | URLSearchParams]>([
    ['no signature', () => ''],
    ['the signature of another body', () => signed('[]')],
    ['a wrong signature', () => 'hmac=AAAA'],
  ])('refuses a body with %s', async (_, query) => {
    const body = about(code)
    const answer = await push(body, new URLSearchParams(query(body)))
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, message: 'The signature is not valid.' },
    ])
    target.later(MINUTE)
    await track()
    expect(gateway.tracked).toEqual([code])
  })

  it('refuses a request without a signature before its body has arrived', async () => {
    let hasPulled = false
    const body = new ReadableStream(
      {
        pull() {
          hasPulled = true
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await appWith(SECRET).request('/api/v1/couriers/gosweetspot?hmac=AAAA', {
      ...{ method: 'POST', body },
      // Required for a streamed body, but missing in the type of requests.
      ...{ duplex: 'half' },
    })
    expect([answer.status, hasPulled]).toEqual([401, false])
  })

  /** Begins requests whose bodies do not end before `end` is called. */
  const slowPushes = (app: ReturnType<typeof appWith>, count: number) =>
    Array.from({ length: count }, () => {
      const ends: (() => void)[] = []
      const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })
      const query = new URLSearchParams(signed('[]'))
      const url = `/api/v1/couriers/gosweetspot?${query}`
      const answer = app.request(url, { method: 'POST', body, ...{ duplex: 'half' } })
      return { answer, end: () => ends[0]?.() }
    })

  it('handles a request while others are sending their bodies', async () => {
    const app = appWith(SECRET)
    const slow = slowPushes(app, 60)
    expect((await push(about(code), undefined, app)).status).toBe(200)
    for (const { end } of slow) end()
    for (const { answer } of slow) expect((await answer).status).toBe(401)
  })

  it('receives at most 64 bodies at once', async () => {
    const app = appWith(SECRET)
    const slow = slowPushes(app, 64)
    const refused = await push(about(code), undefined, app)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    for (const { end } of slow) end()
    for (const { answer } of slow) await answer
    expect((await push(about(code), undefined, app)).status).toBe(200)
  })

  it('refuses a signed body that is not a list, or is too long', async () => {
    expect((await push('{"ConsignmentNo":"A"}')).status).toBe(422)
    expect((await push(about(...new Array(1001).fill('A')))).status).toBe(422)
    expect((await push('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await push('[]')).status).toBe(200)
  })

  it('is not there without a secret', async () => {
    expect((await push(about(code), undefined, appWith(''))).status).toBe(404)
    expect((await push(about(code), undefined, signedInApp(database.db).app)).status).toBe(404)
    expect((await appWith(SECRET).request('/api/v1/couriers/gosweetspot')).status).toBe(404)
  })
})

/** Its signature contains a plus sign. */
const BODY = '[{"ConsignmentNo":"ABC2"}]'
const signatureOf = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64')

test('the example has a signature with a plus sign', () => {
  expect(signatureOf(BODY)).toContain('+')
})

test.each<[string, string[], boolean]>([
  ['its signature', [signatureOf(BODY)], true],
  ['its signature, decoded as a form', [signatureOf(BODY).replaceAll('+', ' ')], true],
  ['its signature among others', ['v2', '', signatureOf(BODY)], true],
  ['no value', [], false],
  ['a blank value', [''], false],
  ['the signature of another body', [signatureOf(`${BODY} `)], false],
  ['the signature of another key', [signatureOf(BODY, 'another key')], false],
  ['a part of its signature', [signatureOf(BODY).slice(0, -1)], false],
  ['more than its signature', [`${signatureOf(BODY)}=`], false],
])('a body with %s is signed: %s', (_, values, expected) => {
  expect(isSigned(SECRET, BODY, values)).toBe(expected)
})

const SHIPMENT = { ConsignmentNo: 'ABC1', Status: 'Delivered to SAM', Delivered: '2026-04-07T11:07:58' }

test.each<[string, string, string[] | null]>([
  ['a list', JSON.stringify([SHIPMENT, { consignmentNo: 'ABC2' }]), ['ABC1', 'ABC2']],
  ['a list in a string', JSON.stringify(JSON.stringify([SHIPMENT])), ['ABC1']],
  ['some that are unreadable', JSON.stringify([7, null, { ConsignmentNo: '' }, SHIPMENT, {}]), ['ABC1']],
  ['an empty list', '[]', []],
  ['one shipment', JSON.stringify(SHIPMENT), null],
  ['text', 'hello', null],
  ['text in a string', '"hello"', null],
  ['nothing', '', null],
])('reads the codes of %s', (_, body, codes) => {
  expect(readPushed(body)).toEqual(codes)
})
