import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  to: string
  /** The received message, headers first. */
  text: string
}

/** The server's response at a step of the conversation; null accepts. */
type Answer = { code: number; text: string } | null
interface Script {
  connect: () => Answer
  from: () => Answer
  /** Whether a token signs in to a mailbox by XOAUTH2. */
  bearer: (user: string, token: string) => boolean
  to: (address: string) => Answer | Promise<Answer>
  /** Called with the whole message before it is accepted. One that is taken in silence is never confirmed. */
  data: (address: string) => Answer | 'taken in silence' | Promise<Answer>
}

export const CREDENTIALS = { user: 'console', pass: 'p@ss/word' }

/** A mail server that stores the messages it accepts, and follows its script. */
export async function startMailServer({ withPassword = false, withTls = false } = {}) {
  const received: Received[] = []
  const script: Script = {
    connect: () => null,
    from: () => null,
    bearer: () => false,
    to: () => null,
    data: () => null,
  }
  const server = new SMTPServer({
    // Its certificate is self-signed.
    disabledCommands: [...(withTls ? [] : ['STARTTLS']), ...(withPassword ? [] : ['AUTH'])],
    authOptional: !withPassword,
    allowInsecureAuth: !withTls,
    disableReverseLookup: true,
    // Closes connections that the tests leave open at once.
    closeTimeout: 0,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username = '', password, accessToken = '' }, _session, done) {
      if (method === 'XOAUTH2') {
        if (script.bearer(username, accessToken)) done(null, { user: username })
        else done(Object.assign(new Error('5.7.3 Authentication unsuccessful'), { responseCode: 535 }))
        return
      }
      const isRight = username === CREDENTIALS.user && password === CREDENTIALS.pass
      done(isRight ? null : new Error('Invalid username or password'), { user: username })
    },
    onConnect: (_session, done) => done(refusal(script.connect())),
    onMailFrom: (_address, _session, done) => done(refusal(script.from())),
    onRcptTo({ address }, _session, done) {
      void Promise.resolve(script.to(address)).then((answer) => done(refusal(answer)))
    },
    onData(stream, session, done) {
      void (async () => {
        let text = ''
        for await (const chunk of stream) text += chunk
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const answer = await script.data(to)
        if (answer === null || answer === 'taken in silence') received.push({ to, text })
        if (answer !== 'taken in silence') done(refusal(answer))
      })().catch(done)
    },
  })
  // Some tests close the connection on purpose.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    script,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

function refusal(answer: Answer): Error | null {
  return answer && Object.assign(new Error(answer.text), { responseCode: answer.code })
}

/** A server with a custom conversation, for behaviour that no regular mail server has. */
export async function startRudeServer(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Speaks SMTP up to the recipient, then calls `answer` instead of responding. */
export function untilRecipient(answer: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    socket.write('220 rude ESMTP\r\n')
    socket.on('data', (chunk) => {
      if (String(chunk).startsWith('RCPT')) answer(socket)
      else socket.write('250 well\r\n')
    })
  }
}

/** Speaks SMTP up to the end of the message, then calls `end` instead of responding. */
export function hangUpAfterEnd(end: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    let isData = false
    let content = ''
    socket.write('220 rude ESMTP\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (isData) {
        content += text
        if (content.endsWith('\r\n.\r\n')) end(socket)
        return
      }
      isData = text.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 well\r\n')
    })
  }
}
