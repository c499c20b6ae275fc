import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import type { Letter } from '../../../src/server/outbox/letter.ts'
import { applicationTokens } from '../../../src/server/outbox/microsoft-tokens.ts'
import { connectionOptions, smtpHandOver } from '../../../src/server/outbox/smtp.ts'
import {
  CREDENTIALS,
  hangUpAfterEnd,
  startMailServer,
  startRudeServer,
  untilRecipient,
} from './mail-server.ts'
import { APPLICATION, MAILBOX, startMicrosoft } from './microsoft.ts'

const never = new AbortController().signal
const nothing = async (): Promise<void> => undefined

const letter = (changes: Partial<Letter> = {}): Letter => ({
  id: 17,
  recipient: 'aroha@example.com',
  subject: 'Your order #104823 is ready to collect',
  body: 'Kia ora Aroha,\n\n.\nYour order is ready.\n',
  createdAt: '2026-11-20T01:02:03.004Z',
  ...changes,
})

const running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  running.push(server)
  return server
}
const from = { name: 'Harbour, Dispatch', address: 'orders@example.com' }
const send = (url: string, changes: Partial<Letter> = {}, beforeEnd = nothing, signal = never) =>
  smtpHandOver({ url, from }, null)(letter(changes), beforeEnd, signal)

describe('a message', () => {
  it('arrives whole', async () => {
    const { url, received } = await mailServer()
    expect(
      await send(url, { subject: 'Tāmaki, your order', body: 'Kia ora Tāne,\r\n.\r\n..\r\nbye' }),
    ).toEqual({
      kind: 'accepted',
    })
    const [{ to, text } = { to: '', text: '' }] = received
    expect(to).toBe('aroha@example.com')
    expect(text).toContain('From: "Harbour, Dispatch" <orders@example.com>\r\n')
    expect(text).toContain('To: aroha@example.com\r\n')
    expect(text).toContain('Auto-Submitted: auto-generated\r\n')
    expect(text).toMatch(/Subject: =\?UTF-8\?/)
    expect(text).toContain('Kia ora T=C4=81ne,\r\n.\r\n..\r\nbye')
  })

  it('has one id for good', async () => {
    const { url, received } = await mailServer()
    await send(url)
    await send(url)
    await send(url, { id: 18 })
    const ids = received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim())
    expect(ids).toEqual([
      '<20261120010203004.17@example.com>',
      '<20261120010203004.17@example.com>',
      '<20261120010203004.18@example.com>',
    ])
  })

  // V1.3.11
  it('gets no other recipient or header from line breaks in its address or subject', async () => {
    const { url, received } = await mailServer()
    for (const recipient of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com>\r\nRCPT TO:<b@example.com',
      'nobody',
      '',
    ]) {
      expect(await send(url, { recipient })).toMatchObject({ kind: 'refused' })
    }
    await send(url, { subject: 'Hello\r\nBcc: b@example.com' })
    expect(received.map(({ to }) => to)).toEqual(['aroha@example.com'])
    expect(received[0]?.text).not.toMatch(/^Bcc/m)
  })

  it('is sent with the user and password of the address', async () => {
    const { url, received } = await mailServer({ withPassword: true })
    const { user, pass } = CREDENTIALS
    expect(await send(url.replace('//', `//${user}:${encodeURIComponent(pass)}@`))).toEqual({
      kind: 'accepted',
    })
    expect(received).toHaveLength(1)
    expect(await send(url.replace('//', `//${user}:wrong@`))).toMatchObject({ kind: 'unreachable' })
    expect(await send(url)).toMatchObject({ kind: 'unreachable' })
  })
})

describe('a mailbox at Microsoft', () => {
  async function servers() {
    const microsoft = await startMicrosoft()
    running.push(microsoft)
    const { url, received, script } = await mailServer({ withPassword: true })
    const mailbox = url.replace('//', `//${encodeURIComponent(MAILBOX)}@`)
    // Microsoft accepts only its latest token.
    script.bearer = (user, token) => user === MAILBOX && token === `token-${microsoft.issued.length}`
    const tokens = applicationTokens(APPLICATION, 'smtp', microsoft.url)
    return { microsoft, received, script, handOver: smtpHandOver({ url: mailbox, from }, tokens) }
  }

  it('is signed in to by XOAUTH2, with one token for many messages', async () => {
    const { microsoft, received, handOver } = await servers()
    for (const id of [1, 2]) {
      expect(await handOver(letter({ id }), nothing, never)).toEqual({ kind: 'accepted' })
    }
    expect(received).toHaveLength(2)
    expect(microsoft.issued).toEqual(['token-1 https://outlook.office365.com/.default'])
  })

  it('gets a new token after the mail server refused the old one', async () => {
    const { microsoft, received, handOver } = await servers()
    await handOver(letter(), nothing, never)
    await applicationTokens(APPLICATION, 'smtp', microsoft.url)(never)
    expect(await handOver(letter({ id: 18 }), nothing, never)).toMatchObject({ kind: 'unreachable' })
    expect(await handOver(letter({ id: 18 }), nothing, never)).toEqual({ kind: 'accepted' })
    expect([received.length, microsoft.issued.length]).toEqual([2, 3])
  })

  it('that the application may not use stops all messages', async () => {
    const { received, script, handOver } = await servers()
    script.bearer = () => false
    const outcome = await handOver(letter(), nothing, never)
    expect(outcome).toEqual({ kind: 'unreachable', reason: expect.stringContaining('535') })
    expect(received).toEqual([])
  })

  it('waits while Microsoft issues no token', async () => {
    const { microsoft, handOver } = await servers()
    const description = 'AADSTS7000222: The provided client secret keys are expired.'
    microsoft.script.token = () => ({ status: 401, error: 'invalid_client', description })
    expect(await handOver(letter(), nothing, never)).toEqual({
      kind: 'unreachable',
      reason: expect.stringContaining(description),
    })
  })
})

describe('the connection', () => {
  it('is encrypted if the server offers it, with any certificate on this machine', async () => {
    const { url, received } = await mailServer({ withPassword: true, withTls: true })
    const { user, pass } = CREDENTIALS
    const signedIn = url.replace('//', `//${user}:${encodeURIComponent(pass)}@`)
    expect(await send(signedIn)).toEqual({ kind: 'accepted' })
    // The server accepts no credentials without encryption.
    expect(received).toHaveLength(1)
  })

  test.each([
    ['smtp://mail.example', { host: 'mail.example', secure: false, requireTLS: false }, true],
    ['smtp://mail.example:2525', { port: 2525, secure: false }, true],
    ['smtp://me:secret@mail.example:587', { port: 587, secure: false, requireTLS: true }, true],
    ['smtps://me:secret@mail.example', { secure: true }, true],
    ['smtp://me:secret@localhost:1025', { host: 'localhost', requireTLS: false }, false],
    ['smtps://[::1]:465', { host: '::1', secure: true }, false],
  ])('to %s', (url, options, rejectUnauthorized) => {
    expect(connectionOptions(url)).toMatchObject({ ...options, tls: { rejectUnauthorized } })
  })
})

describe('the outcome of a message', () => {
  test.each([
    ['from', 550, 'refused', 'rejected'],
    ['from', 451, 'deferred', undefined],
    ['from', 530, 'unreachable', undefined],
    ['to', 550, 'refused', 'hard-bounced'],
    ['to', 553, 'refused', 'hard-bounced'],
    ['to', 450, 'deferred', undefined],
    ['data', 554, 'refused', 'rejected'],
    ['data', 452, 'deferred', undefined],
  ] as const)('at %s: %i is %s', async (step, code, kind, event) => {
    const { url, script, received } = await mailServer()
    script[step] = () => ({ code, text: 'because' })
    const outcome = await send(url)
    expect(outcome).toMatchObject(event ? { kind, event } : { kind })
    expect('reason' in outcome && outcome.reason).toContain('because')
    expect(received).toEqual([])
  })

  test.each([
    ['a refusal instead of a greeting', '554 no service here\r\n'],
    ['closing', '421 not now\r\n'],
    ['nonsense', 'HTTP/1.1 400 Bad Request\r\n'],
  ])('%s: unreachable', async (_, greeting) => {
    const rude = await startRudeServer((socket) => void socket.end(greeting))
    running.push(rude)
    expect(await send(rude.url)).toMatchObject({ kind: 'unreachable' })
  })

  test.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    ['ends the connection', (socket) => void socket.end()],
    ['closes', (socket) => void socket.end('421 too slow\r\n')],
  ])('the server %s after the recipient: deferred', async (_, answer) => {
    const rude = await startRudeServer(untilRecipient(answer))
    running.push(rude)
    expect(await send(rude.url)).toMatchObject({ kind: 'deferred' })
  })

  it('the server does not respond to the recipient in time: deferred', async () => {
    const tooLong = new AbortController()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong.signal)
    running.push({ stop: async () => limit.mockRestore() })
    const rude = await startRudeServer(untilRecipient(() => tooLong.abort(new Error('It takes too long.'))))
    running.push(rude)
    expect(await send(rude.url)).toEqual({ kind: 'deferred', reason: 'It takes too long.' })
  })

  it('there is no server: unreachable', async () => {
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test.each<[string, Parameters<typeof hangUpAfterEnd>[0], string]>([
    ['it hangs up after the end', (socket) => socket.destroy(), 'unknown'],
    ['it ends the connection after the end', (socket) => void socket.end(), 'unknown'],
    ['it closes after the end', (socket) => void socket.end('421 closing\r\n'), 'unknown'],
    ['it accepts the message', (socket) => void socket.write('250 taken\r\n'), 'accepted'],
    ['it accepts the message and hangs up', (socket) => void socket.end('250 taken\r\n'), 'accepted'],
  ])('%s', async (_, end, kind) => {
    const rude = await startRudeServer(hangUpAfterEnd(end))
    running.push(rude)
    expect(await send(rude.url)).toMatchObject({ kind })
  })
})

describe('the end', () => {
  it('waits for `beforeEnd`, with everything else sent', async () => {
    const { url, received } = await mailServer()
    let leave: () => void = () => undefined
    let outcome: unknown
    await new Promise<void>((asked) => {
      const untilLeft = () =>
        new Promise<void>((go) => {
          leave = go
          asked()
        })
      void send(url, {}, untilLeft).then((what) => {
        outcome = what
      })
    })
    expect([received, outcome]).toEqual([[], undefined])
    leave()
    await expect.poll(() => outcome).toEqual({ kind: 'accepted' })
  })

  it('is never sent if `beforeEnd` fails', async () => {
    const { url, received, script } = await mailServer()
    const refuse = async () => {
      throw new Error('Another process has it.')
    }
    let wholes = 0
    script.data = () => {
      wholes += 1
      return null
    }
    expect(await send(url, {}, refuse)).toEqual({
      kind: 'deferred',
      reason: expect.stringContaining('Another process has it.'),
    })
    // The server accepts another message, so it has finished with the first.
    await send(url, { id: 18 })
    expect([received.length, wholes]).toEqual([1, 1])
  })

  it('aborts on request: nothing was sent before the end, and after it the outcome is unknown', async () => {
    const silent = await startRudeServer((socket) => void socket.write('220 rude ESMTP\r\n'))
    running.push(silent)
    expect(await send(silent.url, {}, nothing, AbortSignal.timeout(50))).toMatchObject({
      kind: 'unreachable',
    })
    const breakOff = new AbortController()
    const rude = await startRudeServer(hangUpAfterEnd(() => breakOff.abort(new Error('The server stops.'))))
    running.push(rude)
    expect(await send(rude.url, {}, nothing, breakOff.signal)).toEqual({
      kind: 'unknown',
      reason: 'The server stops.',
    })
    expect(await send(rude.url, {}, nothing, breakOff.signal)).toMatchObject({ kind: 'unreachable' })
  })

  it('aborts in the middle of the message, which is not an outcome', async () => {
    const breakOff = new AbortController()
    const rude = await startRudeServer(untilRecipient(() => breakOff.abort(new Error('The server stops.'))))
    running.push(rude)
    expect(await send(rude.url, {}, nothing, breakOff.signal)).toEqual({
      kind: 'unreachable',
      reason: 'The server stops.',
    })
  })
})
