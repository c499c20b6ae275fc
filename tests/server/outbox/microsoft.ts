import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Received } from './mail-server.ts'

export const APPLICATION = {
  tenantId: '0f3c1d2e-4b5a-6978-8796-a5b4c3d2e1f0',
  clientId: '11111111-2222-3333-4444-555555555555',
  clientSecret: 's3cret~Value',
}
export const MAILBOX = 'orders@example.com'

/** A response of Microsoft Graph. */
export interface Reply {
  status: number
  code?: string
  headers?: Record<string, string>
}

/** How a request goes on; null as documented. `handled` has answered it in its own way. */
type Answer = Reply | 'handled' | null

const TRACE = ' Trace ID: 5c0f Correlation ID: 77aa Timestamp: 2026-11-20 01:02:03Z'

/**
 * A stand-in for Microsoft's sign-in and Microsoft Graph, which behaves as their documentation says, and follows its
 * script. It accepts only its latest token, and only one mailbox.
 */
export async function startMicrosoft() {
  const received: Received[] = []
  const script = {
    /** The error of the token endpoint. */
    token: (): { status: number; error: string; description: string } | null => null,
    expiresIn: 3599,
    /** Called with the headers, before the body is read. */
    head: (_response: ServerResponse): Answer => null,
    /** Called with the whole message, before it is accepted. */
    send: (_message: Received, _response: ServerResponse): Answer | Promise<Answer> => null,
  }
  const issued: string[] = []
  let requests = 0

  async function issueToken(request: IncomingMessage, response: ServerResponse) {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const refuse = (status: number, error: string, description: string) =>
      json(response, status, { error, error_description: description + TRACE, error_codes: [1] })
    const scripted = script.token()
    if (scripted !== null) return refuse(scripted.status, scripted.error, scripted.description)
    const { client_id, client_secret, grant_type, scope = '' } = form
    if (client_id !== APPLICATION.clientId || grant_type !== 'client_credentials') {
      return refuse(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.')
    }
    if (client_secret !== APPLICATION.clientSecret) {
      return refuse(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.')
    }
    issued.push(`token-${issued.length + 1} ${scope}`)
    const expires_in = script.expiresIn
    return json(response, 200, { token_type: 'Bearer', expires_in, access_token: `token-${issued.length}` })
  }

  async function sendMail(request: IncomingMessage, response: ServerResponse, mailbox: string) {
    requests += 1
    const early = script.head(response)
    if (early !== null) return reply(response, early)
    if (request.headers.authorization !== `Bearer token-${issued.length}`) {
      return reply(response, { status: 401, code: 'InvalidAuthenticationToken' })
    }
    if (!mailbox.includes('@')) return reply(response, { status: 404, code: 'ErrorInvalidUser' })
    if (mailbox !== MAILBOX) return reply(response, { status: 403, code: 'ErrorAccessDenied' })
    const body = await text(request)
    const isMime = request.headers['content-type'] === 'text/plain' && /^[\w+/]+=*$/.test(body)
    if (!isMime) return reply(response, { status: 400, code: 'ErrorMimeContentInvalidBase64String' })
    const content = Buffer.from(body, 'base64').toString()
    const message = { to: /^To: (.*)$/m.exec(content)?.[1]?.trim() ?? '', text: content }
    const answer = await script.send(message, response)
    if (answer === null) received.push(message)
    return reply(response, answer ?? { status: 202 })
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const mailbox = /^\/v1\.0\/users\/([^/]+)\/sendMail$/.exec(pathname)?.[1]
    const isToken = pathname === `/${APPLICATION.tenantId}/oauth2/v2.0/token`
    const answer = isToken
      ? issueToken(request, response)
      : mailbox !== undefined
        ? sendMail(request, response, decodeURIComponent(mailbox))
        : Promise.resolve(reply(response, { status: 404 }))
    // Some tests break the connection on purpose.
    answer.catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    script,
    /** The tokens issued so far, each with its scope. */
    issued,
    /** How many messages were attempted. */
    get requests() {
      return requests
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function reply(response: ServerResponse, answer: Exclude<Answer, null>): void {
  if (answer === 'handled') return
  const { status, code, headers = {} } = answer
  if (code === undefined) response.writeHead(status, headers).end()
  else json(response, status, { error: { code, message: `Because of ${code}.` } }, headers)
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
