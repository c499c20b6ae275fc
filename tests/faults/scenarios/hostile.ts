import { fc } from '../../properties.ts'
import { figure, holds, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { CALLS } from '../support/contract-calls.ts'
import type { DatabaseOnTest } from '../support/database.ts'
import { type HostileRequest, hostileRequests } from '../support/hostile-requests.ts'
import { hostileHeaders, hostileText } from '../support/hostile-values.ts'
import { NoAnswer, send } from '../support/http.ts'
import { leakIn } from '../support/leaks.ts'
import { rawRequest, sendRaw } from '../support/raw-requests.ts'
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
