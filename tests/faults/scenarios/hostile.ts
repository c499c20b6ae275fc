import { connect } from 'node:net'
import * as addresses from '../../../src/contract/addresses.ts'
import type { AnyCall } from '../../../src/contract/call.ts'
import * as consignments from '../../../src/contract/consignments.ts'
import * as customers from '../../../src/contract/customers.ts'
import * as emails from '../../../src/contract/emails.ts'
import * as history from '../../../src/contract/history.ts'
import * as orders from '../../../src/contract/orders.ts'
import * as products from '../../../src/contract/products.ts'
import * as sessions from '../../../src/contract/sign-in.ts'
import * as signIn from '../../../src/contract/sign-in.ts'
import * as suppliers from '../../../src/contract/suppliers.ts'
import { fc } from '../../properties.ts'
import { figure, holds, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import type { DatabaseOnTest } from '../support/database.ts'
import {
  type HostileRequest,
  hostileHeaders,
  hostileRequests,
  hostileText,
} from '../support/hostile-requests.ts'
import { NoAnswer, send } from '../support/http.ts'
import { issueTokens } from '../support/staff.ts'
import { createTally } from '../support/tally.ts'

const AT_ONCE = 8
/** Sessions per endpoint, because some calls are limited per session. */
const SESSIONS = 20
/** Pages besides the calls of the contract. */
const PAGES = [
  '/',
  '/auth',
  '/assets/',
  '/local-identity/authorize',
  '/local-identity/token',
  '/healthz',
  '/readyz',
]

/** Requests that no console sends, to all addresses of the server. */
export const hostile: Scenario = {
  name: 'hostile',
  title: 'Hostile requests',
  within: 480,
  async run(bench) {
    const perEndpoint = bench.count(2000, 60)
    const database = await bench.database()
    // Each request has another client address, so that rate limits do not hide errors.
    const console = await bench.console(database, { TRUSTED_PROXY: '127.0.0.1', LOG_LEVEL: 'error' })
    const tokens = await issueTokens(bench, database, CALLS.length * SESSIONS)
    const ids = await idsIn(bench, database)
    const attacker = createAttacker(console.url, await secretsIn(bench, database, tokens))
    for (const [index, call] of CALLS.entries()) {
      const own = tokens.slice(index * SESSIONS, (index + 1) * SESSIONS)
      await inTurns(sample(hostileRequests(call, own, ids), perEndpoint, index), attacker.attack)
    }
    for (const [index, page] of PAGES.entries()) {
      await inTurns(sample(pageRequests(page), perEndpoint, index), attacker.attack)
    }
    await inTurns(sample(rawRequest, perEndpoint, 0), attacker.attackRaw)
    const { tally, errors, leaks, endless } = attacker
    const isAlive = console.isRunning() && (await send(console.url, '/healthz')).status === 200
    return [
      figure('Requests', tally.total() + perEndpoint),
      figure('Answers', tally.summary()),
      none('Unexplained server errors', [...tally.faults(), ...errors]),
      none('Answers that show a stack, a statement, a path or a secret', leaks),
      none('Requests without an answer within 20 s', endless),
      holds('The server is the same process and healthy', isAlive, [console.log().slice(-500)]),
    ]
  },
}

/** The same requests in each run. `SEED=7 npm run faults …` tries others. */
const SEED = Number(process.env.SEED ?? 1)

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, index: number): T[] {
  return fc.sample(arbitrary, { numRuns, seed: SEED + index })
}

/** Sends requests and records responses that must not occur. */
function createAttacker(url: string, secrets: readonly string[]) {
  const tally = createTally()
  const [errors, leaks, endless]: [string[], string[], string[]] = [[], [], []]
  return {
    tally,
    errors,
    leaks,
    endless,
    async attack(request: HostileRequest, number: number): Promise<void> {
      const headers = { 'x-forwarded-for': addressOf(number), ...request.headers }
      const what = `${request.method} ${request.path.slice(0, 200)} ${String(request.body).slice(0, 200)}`
      try {
        const { text, status } = tally.add(await send(url, request.path, { ...request, headers }), what)
        const leak = leakIn(text, status, secrets)
        if (leak !== null) leaks.push(`${leak}: ${what}: ${text.slice(0, 200)}`)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        tally.noAnswer()
        // The server closes the connection before it has read a body that is too long.
        if (/no answer/.test(error.message)) endless.push(what)
      }
    },
    async attackRaw(bytes: string): Promise<void> {
      const answer = await sendRaw(url, bytes)
      const what = `${JSON.stringify(bytes.slice(0, 200))}: ${answer.slice(0, 200)}`
      if (UNEXPLAINED.test(answer)) errors.push(what)
      if (leakIn(answer, 400, secrets) !== null) leaks.push(what)
    },
  }
}

/** All 5xx except 501 and 505, which reject the method or the protocol. */
const UNEXPLAINED = /^HTTP\/1\.1 5(?!0[15])/

function pageRequests(page: string): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      rest: fc.oneof(fc.constant(''), hostileText),
      method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'PUT', 'DELETE'),
      body: fc.option(hostileText, { nil: undefined }),
      headers: hostileHeaders,
    })
    .map(({ rest, method, body, headers }) => {
      const isRaw = /^[\x21-\x7e]*$/.test(rest)
      const path = page + (isRaw ? rest : encodeURIComponent(rest.replaceAll(/\p{Surrogate}/gu, '')))
      return { path, method, body: method === 'GET' || method === 'HEAD' ? undefined : body, headers }
    })
}

async function inTurns<T>(
  values: readonly T[],
  act: (value: T, number: number) => Promise<void>,
): Promise<void> {
  const waiting = Array.from(values.entries()).reverse()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await act(next[1], next[0])
  })
  await Promise.all(workers)
}

/** One of 60,000 addresses of a private network. */
function addressOf(number: number): string {
  return `10.9.${Math.floor(number / 250) % 250}.${number % 250}`
}

/** Some ids of each kind of record. */
async function idsIn(bench: Bench, database: DatabaseOnTest): Promise<string[]> {
  return bench.read(database, async (db) => {
    const orders = await db
      .selectFrom('orders')
      .select('code as id')
      .orderBy('id', 'desc')
      .limit(40)
      .execute()
    const customers = await db.selectFrom('customers').select('code as id').limit(10).execute()
    const products = await db.selectFrom('products').select('code as id').limit(10).execute()
    const consignments = await db.selectFrom('consignments').select('tracking_code as id').limit(10).execute()
    return [...orders, ...customers, ...products, ...consignments].map(({ id }) => id)
  })
}

/** The key of the sessions, the common prefix of all tokens, and the data folder. */
async function secretsIn(
  bench: Bench,
  database: DatabaseOnTest,
  tokens: readonly string[],
): Promise<string[]> {
  const keys = await bench.read(database, (db) => db.selectFrom('signing_keys').select('secret').execute())
  const heads = tokens.map((token) => token.split('.')[0] ?? '')
  return [database.folder, ...keys.map(({ secret }) => secret), ...new Set(heads)]
}

/** Content that no response may have, by its description. */
const LEAKS: Record<string, RegExp> = {
  'a stack': /\n\s+at .+:\d+:\d+|\bat \w+ \(/,
  'an error of a database':
    /SQLITE_|SqliteError|libsql|syntax error at or near|near ".*": syntax error|no such (table|column)|violates .* constraint|duplicate key value|malformed/i,
  'a statement':
    /\b(select|insert into|update|delete from) +"?(orders|customers|consignments|sessions|quotes|claims)\b/i,
  'a path of the machine': /node_modules|\/src\/server|\/(home|root|usr|var|tmp)\/\w/,
  'a file of the machine': /root:x:0/,
}

/** The description of leaked content in a response; null if there is none. */
function leakIn(text: string, status: number, secrets: readonly string[]): string | null {
  if (secrets.some((secret) => text.includes(secret))) return 'a secret'
  if (status < 400) return LEAKS['a file of the machine']?.test(text) ? 'a file of the machine' : null
  return Object.entries(LEAKS).find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const CONTRACT = [
  addresses,
  consignments,
  customers,
  emails,
  history,
  orders,
  products,
  sessions,
  signIn,
  suppliers,
]

/** All calls of the server. */
const CALLS = CONTRACT.flatMap((part) => Object.values<unknown>(part)).filter(
  (one): one is AnyCall => typeof one === 'object' && one !== null && 'host' in one && 'path' in one,
)

const LINES = [
  'GET / HTTP/1.1',
  'GET /api/v1/orders HTTP/1.1',
  'POST /api/v1/address/search HTTP/1.1',
  'GET //evil.example/%2e%2e/ HTTP/1.1',
  'GET http://evil.example/api/v1/orders HTTP/1.1',
  'GET /\\..\\.. HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET / HTTP/9.9',
  'GET /',
  '\0\0\0',
]
const HEADERS = [
  'Host: localhost',
  'Host: evil.example',
  'Host: ',
  'Host: a b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Content-Type: application/json',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Expect: 100-continue',
  'X: \x01\x02',
  ' folded: yes',
  `X-Long: ${'a'.repeat(20_000)}`,
]

/** Bytes that resemble a request. */
const rawRequest = fc
  .record({
    line: fc.constantFrom(...LINES),
    headers: fc.shuffledSubarray(HEADERS, { maxLength: 5 }),
    end: fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', ''),
    rest: fc.oneof(fc.constant(''), fc.constant('zz\r\nhello\r\n0\r\n\r\n'), fc.string({ unit: 'binary' })),
  })
  .map(({ line, headers, end, rest }) => [line, ...headers].join('\r\n') + end + rest)

const ANSWER_WITHIN_MS = 1000

/**
 * Sends bytes and ends the request.
 * @returns what was received until the server closed the connection, or sent nothing for a second
 */
function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(answer))
  })
}
