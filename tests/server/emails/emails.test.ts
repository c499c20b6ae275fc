import { beforeEach, describe, expect, it } from 'vitest'
import { type EmailEvent, listEmails } from '../../../src/contract/emails.ts'
import { continueToken, emailEventOf } from '../../../src/server/emails/emails.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { paid, READY } from '../orders/order-on-test.ts'

onEachDatabase((database) => {
  const get = (query: string, token: string) => {
    const parameters = new URLSearchParams({ query, continue_token: token })
    return signedInApp(database.db).get(`/api/v1/emails?${parameters}`)
  }
  const page = async (query = '', token = '') => {
    const answer = await get(query, token)
    const { data, metadata } = listEmails.answer.parse(await answer.json())
    expect([answer.status, data.unreadable]).toEqual([200, 0])
    return { events: data.rows, pages: metadata.total_pages, next: metadata.next_page_token }
  }
  /** All pages in order. */
  const allPages = async (query = '') => {
    const pages = [await page(query)]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(query, next))
    return pages
  }
  /** Stores e-mails '{prefix}0', '{prefix}1' … with three events each. */
  const put = async (prefix: string, count: number, parts: Partial<EmailEvent> = {}) => {
    const rows = Array.from({ length: count }, (_, index) =>
      emailEventOf({
        emailId: `${prefix}${Math.floor(index / 3)}`,
        event: ['queued', 'sent', 'delivered'][index % 3] ?? '',
        date: hoursAgo(1000 - index),
        recipient: parts.recipient ?? 'aroha@example.com',
        subject: parts.subject ?? `Your order #${prefix} is packed`,
      }),
    )
    await database.db.insertInto('email_events').values(rows).execute()
  }
  const namesOf = (events: EmailEvent[]) => events.map((event) => `${event.email_id} ${event.event}`)

  beforeEach(async () => {
    await database.db.deleteFrom('email_events').execute()
  })

  it('returns one empty page without events', async () => {
    expect(await page()).toEqual({ events: [], pages: 1, next: null })
    expect(await page('aroha')).toEqual({ events: [], pages: 1, next: null })
  })

  // API-1, EML-1
  it('returns the newest events first, in the shape of the contract', async () => {
    await put('m', 4)
    const answer = await (await get('', '')).json()
    expect(answer).toEqual({
      data: [
        {
          email_id: 'm1',
          date: hoursAgo(997),
          event: 'queued',
          recipient: 'aroha@example.com',
          subject: 'Your order #m is packed',
        },
        expect.objectContaining({ email_id: 'm0', event: 'delivered' }),
        expect.objectContaining({ email_id: 'm0', event: 'sent' }),
        expect.objectContaining({ email_id: 'm0', event: 'queued' }),
      ],
      metadata: { total_pages: 1, next_page_token: null },
    })
  })

  it.each([
    [199, [199]],
    [200, [200]],
    [201, [200, 1]],
    [400, [200, 200]],
    [401, [200, 200, 1]],
  ])('gives %i events in pages of %j', async (count, sizes) => {
    await put('m', count)
    const pages = await allPages()
    expect(pages.map(({ events }) => events.length)).toEqual(sizes)
    expect(pages.map((one) => one.pages)).toEqual(sizes.map(() => sizes.length))
    const names = pages.flatMap(({ events }) => namesOf(events))
    expect(new Set(names).size).toBe(count)
  })

  it('may split the events of an e-mail over two pages', async () => {
    await put('m', 201)
    const [first, second] = await allPages()
    expect(namesOf(first?.events.slice(-2) ?? [])).toEqual(['m0 delivered', 'm0 sent'])
    expect(namesOf(second?.events ?? [])).toEqual(['m0 queued'])
  })

  it('returns the same pages although events arrive in the meantime', async () => {
    await put('m', 450)
    const before = await allPages()
    const [first, second] = before
    await put('new', 300)
    expect(await page('', first?.next ?? '')).toEqual(second)
    expect(await page('', second?.next ?? '')).toEqual(before[2])
    expect((await page()).events[0]?.email_id).toBe('new99')
  })

  it('counts a hundred pages ahead and no further', async () => {
    const event = { event: 'sent', date: hoursAgo(1), recipient: 'aroha@example.com', subject: 'Many' }
    for (let start = 0; start < 20_400; start += 2040) {
      const ids = Array.from({ length: 2040 }, (_, index) => `m${start + index}`)
      const rows = ids.map((emailId) => emailEventOf({ emailId, ...event }))
      await database.db.insertInto('email_events').values(rows).execute()
    }
    for (const query of ['', 'many']) {
      const first = await page(query)
      const second = await page(query, first.next ?? '')
      const third = await page(query, second.next ?? '')
      expect([first.pages, second.pages, third.pages]).toEqual([100, 101, 102])
      const fourth = await page(query, third.next ?? '')
      expect([fourth.pages, fourth.next]).toEqual([102, expect.any(String)])
    }
  })

  it('finds e-mails by recipient and subject', async () => {
    await put('a', 3, { recipient: 'MĀIA.ONEILL@EXAMPLE.COM', subject: 'Your order #104823 is ready' })
    await put('b', 3, { recipient: 'tama@example.com', subject: "O'Hara & Sons: kōrero" })
    const ids = async (query: string) => [...new Set((await page(query)).events.map((one) => one.email_id))]
    for (const query of ['maia', 'oneill@example.com', '#104823', '104823 ready', ' Māia.ONEILL ']) {
      expect(await ids(query)).toEqual(['a0'])
    }
    for (const query of ['tama', "o'hara", 'o’hara KORERO']) expect(await ids(query)).toEqual(['b0'])
    for (const query of ['delivered', '%', '🐙', 'tama maia', 'b0']) expect(await ids(query)).toEqual([])
    expect(await ids('example')).toEqual(['b0', 'a0'])
    expect(await ids('  ')).toEqual(['b0', 'a0'])
  })

  it('finds e-mails that were not delivered by their event', async () => {
    const mail = { date: hoursAgo(1), recipient: 'maia@example.com', subject: 'Your order is ready' }
    const events = ['soft-bounced', 'hard-bounced', 'rejected', 'delivered']
    const rows = events.map((event) => emailEventOf({ ...mail, event, emailId: event }))
    await database.db.insertInto('email_events').values(rows).execute()
    const ids = async (query: string) => (await page(query)).events.map((one) => one.email_id)
    expect(await ids('bounced')).toEqual(['hard-bounced', 'soft-bounced'])
    expect(await ids('Soft-bounced')).toEqual(['soft-bounced'])
    expect(await ids('maia rejected')).toEqual(['rejected'])
    expect(await ids('delivered')).toEqual([])
  })

  it('pages through a search', async () => {
    await put('m', 300, { recipient: 'one@example.com' })
    await put('n', 300, { recipient: 'two@example.com' })
    await put('m', 101, { recipient: 'one@example.com' })
    const pages = await allPages('one@')
    expect(pages.map(({ events, pages }) => [events.length, pages])).toEqual([
      [200, 3],
      [200, 3],
      [1, 3],
    ])
    const found = pages.flatMap(({ events }) => events)
    expect(new Set(found.map((event) => event.recipient))).toEqual(new Set(['one@example.com']))
  })

  describe('refuses, naming the parameter,', () => {
    const refusal = async (query: string, token: string) => {
      const answer = await get(query, token)
      return { status: answer.status, ...(await answer.json()) }
    }
    const token = (place: object) => Buffer.from(JSON.stringify(place)).toString('base64url')

    it.each([
      'x',
      'eyJ',
      '🐙',
      token({}),
      token([]),
      token({ before: 1, page: 1 }),
      token({ before: 0, page: 1, query: '' }),
      token({ before: '1', page: 1, query: '' }),
      token({ before: 1.5, page: 1, query: '' }),
      token({ before: 1e12, page: 1, query: '' }),
      token({ before: 1, page: 0, query: '' }),
      token({ before: 1, page: 1, query: '', more: 1 }),
      `${continueToken({ before: 1, page: 1, query: '' })}!`,
    ])('an invalid token: %s', async (text) => {
      expect(await refusal('', text)).toEqual({
        status: 400,
        success: false,
        message: 'Continue token: was not issued by this list.',
        field: 'continue_token',
      })
    })

    it('the token of another search', async () => {
      const other = continueToken({ before: 9, page: 1, query: 'maia' })
      expect(await refusal('tama', other)).toMatchObject({
        status: 400,
        message: 'Continue token: belongs to another search.',
        field: 'continue_token',
      })
      expect((await get(' maia ', other)).status).toBe(200)
    })

    it('a query that is too long', async () => {
      expect(await refusal('x'.repeat(201), '')).toMatchObject({ status: 400, field: 'query' })
    })

    it.each([
      ['?continue_token=', 'query'],
      ['?query=&continue_token=&page=2', 'page'],
    ])('%s', async (query, field) => {
      const answer = await signedInApp(database.db).get(`/api/v1/emails${query}`)
      expect([answer.status, (await answer.json()).field]).toEqual([400, field])
    })
  })

  it('shows an e-mail as queued as soon as its action is done', async () => {
    const customer = await putCustomer(database.db, { code: '1', email: 'aroha@example.com' })
    await putOrders(database.db, customer, [{ code: '104823', ...paid }])
    const answer = await signedInApp(database.db).post('/api/v1/orders/104823/ready', READY)
    expect(answer.status).toBe(200)
    const { events } = await page('104823')
    const mail = await database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    expect(events).toEqual([
      {
        email_id: String(mail.id),
        date: mail.created_at,
        event: 'queued',
        recipient: 'aroha@example.com',
        subject: 'Your order #104823 is packed and ready to ship',
      },
    ])
  })
})
