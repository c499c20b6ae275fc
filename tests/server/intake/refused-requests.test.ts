import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { composeSignIn } from '../../../src/server/create-sign-in.ts'
import { createKey, revokeKeys } from '../../../src/server/intake/key-store.ts'
import { IntakeWatch } from '../../../src/server/intake/take-in.ts'
import { GENEROUS, PATIENT } from '../../time-outs.ts'
import { onEmbedded } from '../databases.ts'
import { CUSTOMER } from '../import/harness.ts'
import { NOW, signedInApp } from '../orders/harness.ts'
import { PUBLIC_URL } from '../sign-in/console-app.ts'
import { type LogSpy, spyOnLog } from '../spy-on-log.ts'
import { intakeOnTest } from './intake-on-test.ts'

const MB = 1024 * 1024
const BODY = JSON.stringify(CUSTOMER)

onEmbedded((database) => {
  let spy: LogSpy
  beforeEach(() => {
    spy = spyOnLog()
  })
  afterEach(() => {
    spy.restore()
    vi.useRealTimers()
  })
  const customers = () => database.db.selectFrom('customers').select('code').execute()

  describe('a request', () => {
    test.each([
      ['without a key', ''],
      ['with an unknown key', `Bearer dck_${'a'.repeat(43)}`],
      ['with another scheme', 'Basic dck_aaaa'],
    ])('%s is refused with 401, which is logged', async (_, authorization) => {
      const { send } = await intakeOnTest(database.db)
      spy.clear()
      const answer = await send('customers', BODY, { authorization })
      expect([answer.status, await answer.json(), answer.headers.get('www-authenticate')]).toEqual([
        401,
        { success: false, message: 'The key is not known, or has been revoked.' },
        'Bearer',
      ])
      expect(spy.entries()).toMatchObject([{ level: 'warn', security: 'unauthorised' }])
      expect(await customers()).toEqual([])
    })

    // V13.2.1
    it('with a revoked key is refused at once', async () => {
      const { send, id } = await intakeOnTest(database.db)
      expect((await send('customers', '[]')).status).toBe(200)
      await revokeKeys(database.db, [id], NOW)
      expect((await send('customers', '[]')).status).toBe(401)
    })

    // V13.2.1
    it('with a key reaches no other call', async () => {
      const { db } = database
      const settings = { publicUrl: PUBLIC_URL, entra: null, sessionIdleMs: 3_600_000 }
      const signIn = composeSignIn({ db, clock: Date.now, ...settings })
      const { app, key } = await intakeOnTest(db, { signIn })
      const answer = await app.request('/api/v1/customers', { headers: { authorization: `Bearer ${key}` } })
      expect(answer.status).toBe(401)
    })

    test.each([
      ['that is empty', ' \n', 'The body is empty.'],
      ['that is a text', '"a"', 'The body must be a record, an array of records, or one record per line.'],
      ['with a faulty line', `${BODY}\n{"code":\n`, 'Line 2 of the body is not valid JSON.'],
      [
        'with a faulty element further down',
        `\n\n[${BODY},\n{"code": 1x}]`,
        'The body is not valid JSON: see line 4.',
      ],
      ['with a faulty element', `[${BODY},\n\n{"code": 1x}]`, 'The body is not valid JSON: see line 3.'],
      ['with an array without end', `[${BODY},\n`, 'The body is not valid JSON: see line 1.'],
      ['that is no JSON', 'code,name', 'The body is not valid JSON.'],
    ])('%s is refused with 400, which names the place, and loads nothing', async (_, body, message) => {
      const { send } = await intakeOnTest(database.db)
      const answer = await send('customers', body)
      expect([answer.status, await answer.json()]).toEqual([400, { success: false, message }])
      expect(await customers()).toEqual([])
    })

    it.each(['text/csv', ''])('of type %j that is no JSON is refused with 400', async (type) => {
      const { send } = await intakeOnTest(database.db)
      expect((await send('customers', 'code,name\n1,Aroha', { type })).status).toBe(400)
    })

    it.each(['emails', 'customers/1', ''])('for %j is refused with 404', async (kind) => {
      const { send } = await intakeOnTest(database.db)
      expect((await send(kind, BODY)).status).toBe(404)
    })

    it('of more than 8 MB is refused with 413 before it has arrived', async () => {
      const { send } = await intakeOnTest(database.db)
      let sent = 0
      const endless = new ReadableStream({
        pull(controller) {
          sent += MB
          controller.enqueue(new Uint8Array(MB).fill(32))
        },
      })
      const answer = await send('customers', endless)
      expect(answer.status).toBe(413)
      expect(sent).toBeLessThan(12 * MB)
    })

    it('of several MB is taken', PATIENT, async () => {
      const { put } = await intakeOnTest(database.db)
      const [company, name, email, phone] = ['c', 'n', 'e', 'p'].map((letter) => letter.repeat(500))
      const records = Array.from({ length: 2000 }, (_, index) => ({
        ...{ code: `L${index}`, company, name, email, phone },
      }))
      const results = await put('customers', records)
      expect(results.map(({ code }) => code)).toEqual(records.map(({ code }) => code))
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['created']))
      await database.db.deleteFrom('customers').execute()
    })

    it('with deep or wide records is refused record by record', async () => {
      const { send } = await intakeOnTest(database.db)
      const deep = `{"code": "1", "name": "a", "deep": ${'['.repeat(100)}${']'.repeat(100)}}`
      const fields = Array.from({ length: 150 }, (_, index) => `"f${index}": 1`)
      const { results } = await (await send('customers', `[${deep}, {${fields.join()}}]`)).json()
      expect(results).toMatchObject([
        { code: '1', outcome: 'refused', faults: [{ field: 'deep.0.0.0.0' }] },
        { code: null, outcome: 'refused', faults: { length: 50 } },
      ])
    })

    it.each([
      ['an array of numbers', `[${'1,'.repeat(4 * MB - 2)}1]`, 'application/json'],
      ['numbers, one per line', '1\n'.repeat(4 * MB - 2), 'application/x-ndjson'],
      ['an array of empty records', `[${'{},'.repeat(2.5 * MB)}{}]`, 'application/json'],
    ])('with %s of 8 MB is refused with 413, and is not parsed', PATIENT, async (_, body, type) => {
      const { send } = await intakeOnTest(database.db)
      const parsed = vi.spyOn(JSON, 'parse')
      const answer = await send('orders', body, { type })
      const lengths = parsed.mock.calls.map(([text]) => String(text).length)
      parsed.mockRestore()
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { success: false, message: 'The body may have at most 5,000 records. Send fewer records at a time.' },
      ])
      expect(lengths.length).toBeLessThanOrEqual(5001)
      expect(Math.max(...lengths)).toBeLessThan(100)
    })

    it.each([
      ['items', `{"items":[${'{},'.repeat(700_000)}{}]}`, 'may have at most 2000 items'],
      [
        'fields',
        `{${Array.from({ length: 700_000 }, (_, i) => `"${i}":1`).join()}}`,
        'may have at most 200 fields',
      ],
      ['lists in lists', `{"a":${'['.repeat(3 * MB)}${']'.repeat(3 * MB)}}`, 'may have at most 200 fields'],
    ])(
      'with a record of hundreds of thousands of %s loads the others',
      PATIENT,
      async (_, large, message) => {
        const { send } = await intakeOnTest(database.db)
        const parsed = vi.spyOn(JSON, 'parse')
        const answer = await send('customers', `${BODY}\n${large}\n`, { type: 'application/x-ndjson' })
        const lengths = parsed.mock.calls.map(([text]) => String(text).length)
        parsed.mockRestore()
        expect((await answer.json()).results).toEqual([
          { code: CUSTOMER.code, outcome: 'created', faults: [] },
          { code: null, outcome: 'refused', faults: [{ field: '', message }] },
        ])
        expect(Math.max(...lengths)).toBeLessThan(BODY.length + 100)
        await database.db.deleteFrom('customers').execute()
      },
    )
  })

  it('handles a request while others of the key are sending their bodies', async () => {
    const { send } = await intakeOnTest(database.db)
    const slow = Array.from({ length: 5 }, () => {
      let end = () => undefined as undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          end = () => void controller.close() as undefined
        },
      })
      return { answer: send('customers', body), end: () => end() }
    })
    expect((await send('customers', '[]')).status).toBe(200)
    for (const { end } of slow) end()
    expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
      Array(5).fill(400),
    )
  })

  it('limits the requests of a key, and not those of another', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const few = { signInStarts: 3, exchanges: 3, failedTokens: 3, downloads: 3, addresses: 3, pricing: 3 }
    const limits = { ...few, intake: 2 }
    const { send } = await intakeOnTest(database.db, { limits })
    for (const status of [200, 200, 429]) expect((await send('customers', '[]')).status).toBe(status)
    const refused = await send('customers', '[]')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused.json()).message).toMatch(
      /^Too many requests with this key\. Try again in \d+ seconds?\.$/,
    )
    const { key } = await createKey(database.db, 'Other shop', NOW)
    expect((await send('customers', '[]', { authorization: `Bearer ${key}` })).status).toBe(200)
  })

  it('notes the last use of a key, and never logs the key', async () => {
    const { send, id, key } = await intakeOnTest(database.db)
    await send('customers', BODY)
    const used = () =>
      database.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirst()
    await vi.waitFor(
      async () => expect((await used())?.last_used_at).toBe(new Date(NOW).toISOString()),
      GENEROUS,
    )
    expect(JSON.stringify(spy.entries())).not.toContain(key.slice(4))
    expect(spy.entries()).toContainEqual({
      level: 'info',
      message: 'Records received',
      kind: 'customers',
      created: 1,
    })
    await database.db.deleteFrom('customers').execute()
    expect((await signedInApp(database.db).get('/api/v1/customers')).status).toBe(200)
  })
})

describe('intake that hangs', () => {
  afterEach(() => vi.useRealTimers())

  it('makes a process unready after a minute, until the database responds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const watch = new IntakeWatch()
    let answer = () => {}
    const loading = watch.loading(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    )
    vi.advanceTimersByTime(59_999)
    expect(watch.trouble()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(watch.trouble()).toBe('Records of another system have waited for the database for more than 60 s.')
    answer()
    await loading
    expect(watch.trouble()).toBeNull()
  })
})
