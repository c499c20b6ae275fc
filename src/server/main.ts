import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { collectDefaultMetrics } from 'prom-client'
import type { Clock } from '../domain/calendar/nz-time.ts'
import { UNDO_MS } from '../domain/orders/taking-back.ts'
import { addressfinder } from './addresses/addressfinder.ts'
import { gazetteer } from './addresses/gazetteer.ts'
import { cachedAddresses } from './addresses/verified.ts'
import { createApp } from './app.ts'
import { startArrivalUpkeep } from './arrivals/take.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import { ChangeStreams } from './changes/change-streams.ts'
import { startFeed } from './changes/start-feed.ts'
import { TIME_OUTS } from './consignments/deps.ts'
import { startUpkeep } from './consignments/upkeep.ts'
import { observed, startAccountCheck } from './couriers/ask-couriers.ts'
import { agentOf, apiCouriers, createCouriers } from './couriers/known/api-couriers.ts'
import { composeSignIn, signInLine } from './create-sign-in.ts'
import { formerDatabase, openDatabase, refuseFewConnections } from './db/connection.ts'
import { DatabaseFailure } from './db/failure.ts'
import type { Connections } from './db/named-connections.ts'
import { seedDemoData } from './demo/seed.ts'
import { startClosing } from './end-of-day/close-day.ts'
import { startFeeds } from './feeds/apply.ts'
import { queueSites, startQueuePolls } from './feeds/poll-queue.ts'
import { readConsole } from './http/built-console.ts'
import { ConsoleImports } from './imports/console-imports.ts'
import type { ImportParts } from './imports/routes.ts'
import { importInProcess, loadInProcess, previewInProcess } from './intake/import-process.ts'
import { prepareFolder, watchFolder } from './intake/watch-folder.ts'
import { handOverBy, startMailSender } from './outbox/sender.ts'
import { type Config, readConfig, refuseOpenLocalProvider, refuseWithoutChoice } from './platform/config.ts'
import { isProgram } from './platform/launcher.ts'
import { listen } from './platform/listen.ts'
import { log } from './platform/log.ts'
import { metrics } from './platform/metrics.ts'
import type { Stoppable } from './platform/repeat.ts'
import { ConfigError } from './platform/settings.ts'
import { createPrinters } from './printing/create-printers.ts'
import { startWebhooks } from './webhooks/sender.ts'

export interface RunningServer {
  /** Address for browsers. */
  url: string
  port: number
  /** Finishes pending requests within a few seconds, then stops. */
  close(): Promise<void>
}

const LOOPBACK = ['127.0.0.1', '::1']
const EVERY_INTERFACE = [undefined]

/** Milliseconds that a stop waits for pending requests, and in all. Supervisors kill after 10 s. */
const STOP_WITHIN_MS = 8000
const STOPPED_WITHIN_MS = 9000

/** Output folder of the build. */
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** Replacements for tests. */
interface Overrides {
  clock?: Clock
  distDir?: string
  stopWithin?: number
  undoWithin?: number
}

/**
 * Starts the server with the settings of the environment, some of them overridden. Port 0 takes a free port.
 * @throws {ConfigError} if a setting, or the port, cannot be used
 */
export async function startServer(
  settings: Partial<Config> = {},
  { clock = Date.now, distDir = DIST, stopWithin = STOP_WITHIN_MS, undoWithin = UNDO_MS }: Overrides = {},
): Promise<RunningServer> {
  const config = { ...readConfig(process.env), ...settings }
  refuseOpenLocalProvider(config)
  refuseWithoutChoice(config)
  const console = readConsole(distDir)
  const db = await openDatabase(config)
  const services: Stoppable[] = []
  const close = async () => {
    await Promise.all(services.map((service) => service.stop()))
    await db.destroy()
  }
  try {
    await refuseFewConnections(db)
    if (config.demo) await seedDemoData(db, clock())
    let answer: RequestListener = (_request, response) => void response.writeHead(503).end()
    const { port, stop } = await listen(addressesOf(config), config.port, (...both) => answer(...both))
    services.push({ stop: () => stop(stopWithin) })
    const url = config.publicUrl ?? `http://localhost:${port}`
    const signIn = composeSignIn({ ...config, db, clock, publicUrl: url })
    const addresses = config.addressfinder
      ? cachedAddresses(addressfinder(config.addressfinder), { db, clock })
      : gazetteer
    const apis = apiCouriers(config)
    const couriers = createCouriers({ config, db, clock, apis }).map((courier) => observed(courier, clock))
    const feed = new ChangeFeed()
    const running = await startFeed({ ...config, db, feed })
    services.push(running)
    const changes = new ChangeStreams({ feed, activeSessions: signIn.sessions.activeAmong })
    services.push(changes)
    const imports = createImports({ ...config, db, clock })
    services.push(imports.service)
    const app = createApp({
      config,
      db,
      clock,
      console,
      signIn,
      addresses,
      couriers,
      printers: createPrinters(config, agentOf(apis)),
      trustedProxies: config.trustedProxies,
      changes,
      troubles: [running.trouble],
      imports,
      undoWithin,
    })
    // Must start before anything changes: events are written only for endpoints that are already stored.
    services.push(await startWebhooks({ db, clock, webhooks: config.webhooks, stopWithin }))
    const freight = { ...config, db, clock, couriers, timeOuts: TIME_OUTS }
    services.push(startUpkeep(freight), startClosing(freight))
    services.push(startAccountCheck(couriers))
    services.push(startArrivalUpkeep({ db, clock, keepDays: config.arrivalsKeepDays }))
    answer = getRequestListener(app.fetch)
    if (config.mail) {
      services.push(startMailSender({ db, clock, handOver: handOverBy(config.mail), stopWithin }))
    }
    services.push(...startOrderFeeds(config, { db, clock }))
    if (config.watchDir !== null) {
      const folder = await prepareFolder(config.watchDir)
      const load = (file: string, signal: AbortSignal) => importInProcess(file, config, signal)
      services.push(watchFolder({ db, clock, folder, load }))
    }
    return { url, port, close }
  } catch (error) {
    await close()
    throw error
  }
}

type ImportSettings = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'importMaxMb' | 'orderCodePrefixes' | 'entra'
> & { db: Connections; clock: Clock }

/** The files that staff import, each read and loaded by a process of its own. */
function createImports({ db, clock, ...config }: ImportSettings): ImportParts {
  const { databaseUrl, dataDir, importMaxMb: limitMb, orderCodePrefixes, entra } = config
  const service = new ConsoleImports({
    db,
    clock,
    folder: join(dataDir, 'imports'),
    limitMb,
    runner: {
      preview: (file, run) => previewInProcess(file, config, run),
      load: (file, run) => loadInProcess(file, config, run),
    },
    isAlone: databaseUrl === null,
  })
  return { service, role: entra?.importRole ?? null, limitMb, sources: [...orderCodePrefixes.keys()] }
}

/** Applies what shops send, and polls the order queue if it is switched on. */
function startOrderFeeds(
  { orderCodePrefixes: prefixes, pickupLocations, arrivalsKeepDays: keepDays, accounts }: Config,
  at: { db: Connections; clock: Clock },
): Stoppable[] {
  const sites = queueSites(accounts.goSweetSpot)
  return [
    startFeeds({ ...at, prefixes, business: { pickupLocations }, keepDays }),
    ...(sites.length > 0 ? [startQueuePolls({ ...at, sites })] : []),
  ]
}

/** Only the loopback addresses without Microsoft, see `refuseOpenLocalProvider`. */
function addressesOf({ host, entra }: Config): (string | undefined)[] {
  if (host !== null) return [host]
  return entra === null ? LOOPBACK : EVERY_INTERFACE
}

/** Runs until a signal stops it: the process behind `npm start`. */
export async function runServer(): Promise<void> {
  collectDefaultMetrics({ register: metrics })
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'The server ends'))
  try {
    const server = await startServer()
    // Installed first, so that a signal sent as soon as the address is printed is handled.
    stopOnSignals(server)
    const config = readConfig(process.env)
    const former = formerDatabase(config)
    if (former !== null) process.stderr.write(`${former}\n`)
    process.stdout.write(`${signInLine(config.entra)}\nDispatch console: ${server.url}\n`)
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/**
 * Counts only the first signal: a supervisor signals the whole process group, and `npm start` then sends another because
 * npm has ended (`src/build/start.ts`).
 */
function stopOnSignals(server: RunningServer): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const isDone = await Promise.race([server.close().then(() => true), pause(STOPPED_WITHIN_MS, false)])
    if (!isDone) log.warn('Stopped before all work under way was done: the next start settles it')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

if (isProgram(import.meta.url)) await runServer()
