import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as addresses from '../../src/contract/addresses.ts'
import { type AnyCall, DATA_BASE } from '../../src/contract/call.ts'
import * as consignments from '../../src/contract/consignments.ts'
import * as customers from '../../src/contract/customers.ts'
import * as emails from '../../src/contract/emails.ts'
import * as orders from '../../src/contract/orders.ts'
import { type Order, recordPayment } from '../../src/contract/orders.ts'
import * as products from '../../src/contract/products.ts'
import * as suppliers from '../../src/contract/suppliers.ts'
import { type RunningServer, startServer } from '../../src/server/main.ts'
import { programFile } from '../programs.ts'
import { PATIENT } from '../time-outs.ts'
import { payloadFor } from './consignments/payload-for.ts'
import { manyOrders, putCustomer, putOrders } from './orders/harness.ts'
import { spawnServer, tokenFor, withoutDemo } from './server-process.ts'
import { AS_MERE, sessionsOf } from './sign-in/console-app.ts'
import { ENTRA } from './sign-in/lying-provider.ts'
import { spyOnLog } from './spy-on-log.ts'
import { openNew, putMigrated } from './templates.ts'

const CONTRACT = [addresses, consignments, customers, emails, orders, products, suppliers]
/** All core calls (API-1) to the data host. */
const DATA_CALLS = CONTRACT.flatMap((part) => Object.values<unknown>(part)).filter(
  (one): one is AnyCall => typeof one === 'object' && one !== null && 'host' in one && one.host === 'data',
)

let folder = ''
const running: RunningServer[] = []
const start = async (settings: Parameters<typeof startServer>[0] = {}) => {
  const server = await startServer({ port: 0, dataDir: folder, demo: false, ...settings })
  running.push(server)
  return server
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-main-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a running server', () => {
  let dataDir = ''
  let server: RunningServer
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'console-main-'))
    putMigrated(dataDir)
    server = await startServer({ port: 0, dataDir, demo: false })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('requires a session for every data call', async () => {
    const token = await tokenFor(dataDir)
    const longAgo = await tokenFor(dataDir, () => Date.now() - 13 * 3_600_000)
    const ask = async (authorization?: string) =>
      (await fetch(`${server.url}/api/v1/orders`, { headers: authorization ? { authorization } : {} })).status
    expect(await ask(`Bearer ${token}`)).toBe(200)
    for (const wrong of [
      undefined,
      'Bearer nonsense',
      `Bearer ${token}x`,
      `Basic ${token}`,
      `Bearer ${longAgo}`,
    ]) {
      expect(await ask(wrong)).toBe(401)
    }
  })

  // V3.5.2, V6.3.4, V8.2.1
  it('requires a session for each call of the contract', async () => {
    expect(DATA_CALLS.length).toBeGreaterThan(20)
    for (const { method, path } of DATA_CALLS) {
      const answer = await fetch(`${server.url}${DATA_BASE}${path.replaceAll(/:\w+/g, '1')}`, { method })
      expect([answer.status, answer.headers.get('www-authenticate')], path).toEqual([401, 'Bearer'])
    }
  })

  // V4.1.1
  it('responds with the date, the console version and JSON', async () => {
    const answer = await fetch(`${server.url}/api/v1/orders`)
    expect(answer.headers.get('date')).toMatch(/GMT$/)
    expect(answer.headers.get('x-console-version')).toMatch(/\S/)
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  it('refuses a body of ten megabytes and continues', async () => {
    const authorization = `Bearer ${await tokenFor(dataDir)}`
    const post = (body: string) =>
      fetch(`${server.url}/api/v1/orders/1/payment`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      })
    for (let round = 0; round < 3; round++) {
      const answer = await post(`{"reference":"${'x'.repeat(10_000_000)}"}`)
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { success: false, message: 'The body may have at most 1 MB.' },
      ])
    }
    expect((await post('{}')).status).toBe(422)
  })

  // V15.2.2
  it('refuses an endless body sent in chunks', async () => {
    const authorization = `Bearer ${await tokenFor(dataDir)}`
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/v1/orders/1/payment HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let index = 0; index < 20; index++) socket.write(piece)
    const [data] = await once(socket, 'data')
    expect(String(data)).toContain('413')
    socket.destroy()
    expect((await fetch(`${server.url}/api/v1/orders`)).status).toBe(401)
  })
})

describe('the server', () => {
  beforeEach(() => putMigrated(folder))

  it('reports in one sentence that its port is taken', async () => {
    const { port } = await start()
    await expect(startServer({ port, dataDir: folder, demo: false })).rejects.toThrow(
      `PORT ${port} is taken by another program: stop it, or set PORT to a free one.`,
    )
  })

  it('reports in one sentence that its database cannot be opened', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(start({ dataDir: join(file, 'data') })).rejects.toThrow(/^DATA_DIR .+ cannot be used: .+\.$/)
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
    await expect(start({ databaseUrl })).rejects.toThrow(/^DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/)
  })

  it('reports in one sentence that an address is not one of this machine', async () => {
    await expect(start({ host: 'nowhere..here', entra: ENTRA })).rejects.toThrow(
      'HOST nowhere..here is no address of this machine.',
    )
  })

  it('leaves nothing open if it cannot start', async () => {
    const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap')
    await expect(start({ entra: ENTRA, publicUrl: 'nowhere' })).rejects.toThrow('Invalid URL')
    await expect.poll(listening).toEqual([])
    await start()
    expect(listening()).not.toEqual([])
  })

  it('stops eventually, whatever is still being sent', async () => {
    const { port, close } = await startServer({ port: 0, dataDir: folder, demo: false }, { stopWithin: 50 })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const authorization = `Bearer ${await tokenFor(folder)}`
    socket.write(
      `POST /api/v1/orders/1/payment HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
    )
    // The server has received the headers and waits for the body.
    expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
    const ended = once(socket, 'close')
    const log = spyOnLog()
    await Promise.all([close(), ended])
    expect(log.entries()).toEqual([])
    log.restore()
  })

  // V13.3.1
  it('keeps its data from other users of the machine', async () => {
    const dataDir = join(folder, 'new', 'data')
    const umask = process.umask(0)
    try {
      await start({ dataDir })
    } finally {
      process.umask(umask)
    }
    const modeOf = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777
    expect([modeOf(), modeOf('console.db'), modeOf('console.db-wal')]).toEqual([0o700, 0o600, 0o600])
  })

  it('does not change the mode of an existing folder', async () => {
    chmodSync(folder, 0o750)
    await start()
    expect(statSync(folder).mode & 0o777).toBe(0o750)
  })

  // V6.3.2
  it('refuses local sign-in to other machines', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow(/^HOST must be a loopback address/)
    await expect(start({ publicUrl: 'https://console.example' })).rejects.toThrow(
      /^PUBLIC_URL must be a loopback/,
    )
  })
})

describe('the process', () => {
  // V2.3.3
  it('keeps every acknowledged payment when it is killed', PATIENT, async () => {
    let paid: string[] = []
    const db = await openNew(folder)
    await putOrders(db, await putCustomer(db, { code: '1' }), manyOrders('K', 6))
    await db.destroy()
    const settings = withoutDemo(folder)
    const first = spawnServer(settings)
    await first.url
    const token = await tokenFor(folder)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    let server = first
    for (let round = 0; round < 2; round++) {
      const url = await server.url
      const unpaid: Order[] = await (await fetch(`${url}/api/v1/orders?status=unpaid`, { headers })).json()
      for (const code of paid) {
        const order: Order = await (await fetch(`${url}/api/v1/orders/${code}`, { headers })).json()
        expect(order.dates.paid_at).not.toBeNull()
      }
      const acknowledged = await Promise.all(
        unpaid.slice(0, 3).map(async (order) => {
          const answer = await fetch(`${url}/api/v1${recordPayment.path.replace(':code', order.code)}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({
              date_paid: '2026-01-05',
              payment_amount: order.costs.total,
              payment_method: 'bank',
              reference: '',
            }),
          })
          expect(answer.status).toBe(200)
          return order.code
        }),
      )
      server.child.kill('SIGKILL')
      await server.ended
      paid = [...paid, ...acknowledged]
      server = spawnServer(settings)
    }
    expect(paid).toHaveLength(6)
    await server.url
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual([0, null])
  })

  it('stops with one sentence if a setting is invalid', async () => {
    const { url, ended, output } = spawnServer({ DATA_DIR: folder, DEMO: 'perhaps' })
    await expect(url).rejects.toThrow()
    expect(await ended).toEqual([1, null])
    expect(output()).toBe("DEMO must be 'on' or 'off'.\n")
  })
})

describe('a stop', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-stopping-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A courier that responds to requests for prices only when `answer` is called. */
  async function slowCourier() {
    const waiting: ServerResponse[] = []
    const server = createServer((request, response) => {
      if (request.url !== '/api/rates') return void response.writeHead(404).end()
      request.resume().once('end', () => waiting.push(response))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The courier got no port.')
    return {
      url: `http://127.0.0.1:${address.port}`,
      isAskedBy: (count: number) => expect.poll(() => waiting.length).toBe(count),
      answer() {
        for (const response of waiting) response.end('{"Available":[],"Hidden":[],"Rejected":[]}')
      },
      close: () => server.close(),
    }
  }

  it('completes all accepted requests, and accepts no others, when it is stopped', PATIENT, async () => {
    const courier = await slowCourier()
    const gateway = { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1', GSS_BASE_URL: courier.url }
    // Uses several sessions, because the requests of one would be queued.
    const db = await openNew(folder)
    const sessions = sessionsOf(db, Date.now, 'local')
    const tokens: string[] = []
    for (let count = 1; count <= 10; count += 1) tokens.push(await sessions.begin(AS_MERE, ''))
    await db.destroy()
    const { child, url, ended } = spawnServer({
      DATA_DIR: folder,
      DEMO: 'off',
      LOCAL_SIGN_IN: 'on',
      ...gateway,
    })
    const base = await url
    const body = JSON.stringify({ ...payloadFor(''), order_id: '' })
    const pricing = `${base}/api/v1/consignments/pricing`
    const accepted: Promise<Response>[] = []
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      for (let count = 1; count <= 4; count += 1)
        accepted.push(fetch(pricing, { method: 'POST', headers, body }))
    }
    await courier.isAskedBy(40)
    child.kill('SIGTERM')
    // Sends the signal again, as a supervisor that signals the whole group does.
    child.kill('SIGTERM')
    const isRefused = () =>
      fetch(base).then(
        () => false,
        () => true,
      )
    await expect.poll(isRefused).toBe(true)
    courier.answer()
    const answers = await Promise.all(accepted)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await ended).toEqual([0, null])
    courier.close()
  })
})

describe('npm start', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))

  let folder = ''
  let npm: ChildProcess | null = null
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-npm-'))
  })
  afterEach(() => {
    // npm leads its process group, which includes the server.
    if (npm?.pid !== undefined && npm.stdout?.closed === false) process.kill(-npm.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * Runs `npm start` like a user or a simple supervisor.
   * @returns once it has printed its address
   */
  async function npmStart(cwd: string, shell: string) {
    const { NODE_ENV, VITEST, ...env } = process.env
    const started = spawn('npm', ['start', `--script-shell=${shell}`], {
      cwd,
      env: { ...env, PORT: '0', DATA_DIR: folder, DEMO: 'off', LOCAL_SIGN_IN: 'on', COURIERS: 'simulated' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    npm = started
    // Waits for 'close' and not 'exit', because the server inherits npm's output and keeps it open.
    const allEnded = once(started, 'close')
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        const found = /^Dispatch console: (\S+)$/.exec(line)?.[1]
        if (found) resolve(found)
      })
      void allEnded.then(() => reject(new Error('npm start ended before it was ready')))
    })
    return { started, allEnded, url }
  }

  /** A package whose `npm start` runs a small program that ends with npm as the server does. */
  function smallPackage(): string {
    const scripts = { start: `node ${programFile('launched')}` }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
    return folder
  }

  it.each([
    ['the server', 'SIGKILL', 'dash, which stays between npm and it', 'sh'],
    ['a program', 'SIGTERM', 'dash, which stays between npm and it', 'sh'],
    ['a program', 'SIGTERM', 'bash, which it replaces', 'bash'],
    ['a program', 'SIGKILL', 'bash, which it replaces', 'bash'],
  ] as const)('%s ends when %s ends npm, with %s', PATIENT, async (program, signal, _, shell) => {
    const { started, allEnded, url } = await npmStart(program === 'the server' ? ROOT : smallPackage(), shell)
    expect((await fetch(url)).status).toBe(200)
    started.kill(signal)
    await allEnded
    await expect(fetch(url)).rejects.toThrow()
  })
})
