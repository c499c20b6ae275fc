import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { graphHandOver } from '../../../src/server/outbox/graph.ts'
import type { Letter } from '../../../src/server/outbox/letter.ts'
import { applicationTokens } from '../../../src/server/outbox/microsoft-tokens.ts'
import { startRudeServer } from './mail-server.ts'
import { APPLICATION, MAILBOX, type Reply, startMicrosoft } from './microsoft.ts'

const never = new AbortController().signal
const nothing = async (): Promise<void> => undefined

let microsoft: Awaited<ReturnType<typeof startMicrosoft>>
const running: { stop: () => Promise<void> }[] = []
beforeEach(async () => {
  microsoft = await startMicrosoft()
  running.push(microsoft)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

const letter = (changes: Partial<Letter> = {}): Letter => ({
  id: 17,
  recipient: 'aroha@example.com',
  subject: 'Your order #104823 is ready to collect',
  body: 'Kia ora Aroha,\n\nYour order is ready.\n',
  createdAt: '2026-11-20T01:02:03.004Z',
  ...changes,
})

/** How an installation sends with one registered application and one mailbox. */
function sender({ mailbox = MAILBOX, secret = APPLICATION.clientSecret, url = microsoft.url } = {}) {
  const application = { ...APPLICATION, clientSecret: secret }
  const tokens = applicationTokens(application, 'graph', microsoft.url)
  const from = { name: 'Harbour, Dispatch', address: 'orders@example.com' }
  return graphHandOver({ from, mailbox }, tokens, url)
}
const send = (changes: Partial<Letter> = {}, beforeEnd = nothing, signal = never) =>
  sender()(letter(changes), beforeEnd, signal)

describe('a message', () => {
  it('arrives whole, with the headers that it has by SMTP', async () => {
    expect(await send({ subject: 'Tāmaki, your order', body: 'Kia ora Tāne,\n.\nbye' })).toEqual({
      kind: 'accepted',
    })
    const [{ to, text } = { to: '', text: '' }] = microsoft.received
    expect(to).toBe('aroha@example.com')
    expect(text).toContain('From: "Harbour, Dispatch" <orders@example.com>\r\n')
    expect(text).toContain('Message-ID: <20261120010203004.17@example.com>\r\n')
    expect(text).toContain('Auto-Submitted: auto-generated\r\n')
    expect(text).toMatch(/Subject: =\?UTF-8\?/)
    expect(text).toContain('Kia ora T=C4=81ne,\r\n.\r\nbye')
  })

  // V1.3.11
  it('gets no other recipient or header from its address or subject', async () => {
    for (const recipient of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'a@example.com>\r\nBcc: <b@example.com',
      'nobody',
      '',
    ]) {
      expect(await send({ recipient })).toMatchObject({ kind: 'refused', event: 'rejected' })
    }
    expect(microsoft.requests).toBe(0)
    await send({ subject: 'Hello\r\nBcc: b@example.com' })
    expect(microsoft.received[0]?.text).not.toMatch(/^Bcc/m)
  })
})

describe('the token', () => {
  it('is requested once for many messages', async () => {
    const handOver = sender()
    for (const id of [1, 2, 3]) await handOver(letter({ id }), nothing, never)
    expect(microsoft.received).toHaveLength(3)
    expect(microsoft.issued).toEqual(['token-1 https://graph.microsoft.com/.default'])
  })

  it('is replaced some minutes before it expires', async () => {
    microsoft.script.expiresIn = 299
    const handOver = sender()
    for (const id of [1, 2]) await handOver(letter({ id }), nothing, never)
    expect(microsoft.issued).toHaveLength(2)
  })

  it('is replaced after it was refused', async () => {
    const handOver = sender()
    await handOver(letter(), nothing, never)
    // Microsoft accepts only its latest token.
    await sender()(letter(), nothing, never)
    expect(await handOver(letter(), nothing, never)).toEqual({
      kind: 'unreachable',
      reason: 'Microsoft answered 401 InvalidAuthenticationToken: Because of InvalidAuthenticationToken.',
    })
    expect(await handOver(letter(), nothing, never)).toEqual({ kind: 'accepted' })
    expect(microsoft.received).toHaveLength(3)
  })

  test.each([
    ['invalid_client', 401, 'AADSTS7000222: The provided client secret keys are expired.'],
    ['unauthorized_client', 400, 'AADSTS700016: Application was not found in the directory.'],
    ['invalid_request', 400, "AADSTS90002: Tenant 'x' not found."],
  ])(
    'refused as %s stops all messages, with the reason and without ids',
    async (error, status, description) => {
      microsoft.script.token = () => ({ status, error, description })
      const reason = `Microsoft issued no token: ${description}`
      expect(await send()).toEqual({ kind: 'unreachable', reason })
      microsoft.script.token = () => null
      expect(await send()).toEqual({ kind: 'accepted' })
    },
  )

  it('is not issued for a wrong secret, which no reason contains', async () => {
    const outcome = await sender({ secret: 'wrong-secret' })(letter(), nothing, never)
    expect(outcome).toEqual({
      kind: 'unreachable',
      reason: 'Microsoft issued no token: AADSTS7000215: Invalid client secret provided.',
    })
    expect(microsoft.requests).toBe(0)
  })

  it('cannot be requested without a network', async () => {
    await microsoft.stop()
    running.pop()
    expect(await send()).toEqual({
      kind: 'unreachable',
      reason: 'Microsoft issued no token: ECONNREFUSED',
    })
  })
})

describe('the outcome of a message', () => {
  test.each<[Reply, object]>([
    [
      { status: 400, code: 'ErrorInvalidRecipients' },
      { kind: 'refused', event: 'hard-bounced' },
    ],
    [
      { status: 400, code: 'ErrorMimeContentInvalid' },
      { kind: 'refused', event: 'rejected' },
    ],
    [
      { status: 413, code: 'RequestEntityTooLarge' },
      { kind: 'refused', event: 'rejected' },
    ],
    [{ status: 403, code: 'ErrorSendAsDenied' }, { kind: 'unreachable' }],
    [{ status: 404, code: 'MailboxNotEnabledForRESTAPI' }, { kind: 'unreachable' }],
    [{ status: 407 }, { kind: 'unreachable' }],
    [{ status: 302, headers: { location: '/elsewhere' } }, { kind: 'unreachable' }],
    [{ status: 429, code: 'ApplicationThrottled' }, { kind: 'unreachable' }],
    [
      { status: 503, headers: { 'retry-after': '120' } },
      { kind: 'unreachable', retryAfter: 120_000 },
    ],
    [
      { status: 429, headers: { 'retry-after': '999999' } },
      { kind: 'unreachable', retryAfter: 3_600_000 },
    ],
    [{ status: 429, headers: { 'retry-after': 'soon' } }, { kind: 'unreachable' }],
    [{ status: 507, code: 'ErrorQuotaExceeded' }, { kind: 'unreachable' }],
    [{ status: 500, code: 'ErrorInternalServerError' }, { kind: 'unknown' }],
    [{ status: 502 }, { kind: 'unknown' }],
    [{ status: 504, code: 'UnknownError' }, { kind: 'unknown' }],
    [{ status: 408 }, { kind: 'unknown' }],
    // Of a proxy on the way: Microsoft documents 202.
    [{ status: 200 }, { kind: 'unknown' }],
  ])('answered with %j', async (reply, outcome) => {
    microsoft.script.send = () => reply
    expect(await send()).toEqual({
      reason: expect.stringContaining(`Microsoft answered ${reply.status}`),
      ...outcome,
    })
  })

  it.each([
    ['is not allowed', 'sales@example.com', 'Microsoft answered 403 ErrorAccessDenied'],
    ['does not exist', 'orders', 'Microsoft answered 404 ErrorInvalidUser'],
  ])('of a mailbox that %s: no message is sent, and all wait', async (_, mailbox, reason) => {
    const outcome = await sender({ mailbox })(letter(), nothing, never)
    expect(outcome).toEqual({ kind: 'unreachable', reason: expect.stringContaining(reason) })
    expect(microsoft.received).toEqual([])
  })

  it('is known as soon as Microsoft accepts it, although the response never ends', async () => {
    microsoft.script.send = (_, response) => {
      response.writeHead(202, { 'content-length': '10' }).flushHeaders()
      return 'handled'
    }
    expect(await send()).toEqual({ kind: 'accepted' })
  })

  it('is known although Microsoft is slow', async () => {
    let accept: (reply: null) => void = () => undefined
    const slow = new Promise<null>((resolve) => {
      accept = resolve
    })
    let isAsked = false
    microsoft.script.send = () => {
      isAsked = true
      return slow
    }
    const outcome = send()
    await expect.poll(() => isAsked).toBe(true)
    accept(null)
    expect(await outcome).toEqual({ kind: 'accepted' })
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['hangs up', (response) => response.destroy()],
    ['answers nonsense', (response) => response.socket?.end('nonsense\r\n\r\n')],
  ])('is unknown if Microsoft has the whole message and %s', async (_, end) => {
    microsoft.script.send = (_message, response) => {
      end(response)
      return 'handled'
    }
    expect(await send()).toMatchObject({ kind: 'unknown' })
  })

  test.each<[string, Reply, object]>([
    ['refuses', { status: 403, code: 'ErrorAccessDenied' }, { kind: 'unreachable' }],
    ['is busy', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'unreachable', retryAfter: 7000 }],
    ['fails', { status: 500 }, { kind: 'deferred' }],
  ])('is certain if Microsoft %s before it has the whole message', async (_, reply, outcome) => {
    let end: () => void = () => undefined
    microsoft.script.head = () => reply
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    expect(await send({}, () => ended)).toMatchObject(outcome)
    end()
    expect(microsoft.received).toEqual([])
  })

  it('is deferred if the connection breaks before the whole message is sent', async () => {
    let response: ServerResponse | undefined
    microsoft.script.head = (one) => {
      response = one
      return 'handled'
    }
    const breakOff = async () => {
      await expect.poll(() => response).toBeDefined()
      response?.destroy()
      await new Promise(() => undefined)
    }
    expect(await send({}, breakOff)).toMatchObject({ kind: 'deferred' })
  })

  it('there is no server: unreachable', async () => {
    const outcome = await sender({ url: 'http://127.0.0.1:1' })(letter(), nothing, never)
    expect(outcome).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('ECONNREFUSED'),
    })
  })
})

describe('the end', () => {
  it('waits for `beforeEnd`, with everything else sent', async () => {
    let content = ''
    const rude = await startRudeServer((socket) => {
      socket.on('data', (chunk) => {
        content += chunk
        if (isWhole(content)) socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n')
      })
    })
    running.push(rude)
    let leave: (() => void) | undefined
    const untilLeft = () =>
      new Promise<void>((go) => {
        leave = go
      })
    const outcome = sender({ url: rude.url.replace('smtp:', 'http:') })(letter(), untilLeft, never)
    await expect.poll(() => leave !== undefined && missing(content)).toBe(1)
    leave?.()
    expect(await outcome).toEqual({ kind: 'accepted' })
  })

  it('is never sent if `beforeEnd` fails', async () => {
    const refuse = async () => {
      throw new Error('Another process has it.')
    }
    expect(await send({}, refuse)).toEqual({ kind: 'deferred', reason: 'Another process has it.' })
    await send({ id: 18 })
    expect(microsoft.received.map(({ text }) => /\.(\d+)@/.exec(text)?.[1])).toEqual(['18'])
  })

  it('aborts on request: nothing was sent before the end, and after it the outcome is unknown', async () => {
    const breakOff = new AbortController()
    microsoft.script.send = () => {
      breakOff.abort(new Error('The server stops.'))
      return 'handled'
    }
    expect(await send({}, nothing, breakOff.signal)).toEqual({ kind: 'unknown', reason: 'The server stops.' })
    expect(await send({}, nothing, breakOff.signal)).toMatchObject({ kind: 'unreachable' })
    const early = new AbortController()
    const stop = async () => early.abort(new Error('The server stops.'))
    expect(await send({}, stop, early.signal)).toEqual({ kind: 'unreachable', reason: 'The server stops.' })
  })

  it('aborts a request for a token', async () => {
    const silent = await startRudeServer(() => undefined)
    running.push(silent)
    const url = silent.url.replace('smtp:', 'http:')
    const tokens = applicationTokens(APPLICATION, 'graph', url)
    const from = { name: '', address: 'orders@example.com' }
    const handOver = graphHandOver({ from, mailbox: MAILBOX }, tokens, url)
    expect(await handOver(letter(), nothing, AbortSignal.timeout(50))).toMatchObject({ kind: 'unreachable' })
  })
})

/** How many bytes of the body of a request have not arrived. */
function missing(request: string): number {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  return Number(/^content-length: (\d+)$/im.exec(head)?.[1]) - body.length
}

function isWhole(request: string): boolean {
  return missing(request) === 0
}
