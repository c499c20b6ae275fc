import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { TrieRouter } from 'hono/router/trie-router'
import { getAddress, searchAddresses } from '../contract/addresses.ts'
import { DATA_BASE } from '../contract/call.ts'
import { deleteConsignment, priceConsignment } from '../contract/consignments.ts'
import { downloadExport } from '../contract/exports.ts'
import { exchangeCode, startSignIn } from '../contract/sign-in.ts'
import type { Clock } from '../domain/calendar/nz-time.ts'
import { UNDO_MS } from '../domain/orders/taking-back.ts'
import { RECORD_KINDS, type RecordKind } from '../domain/records/record-kind.ts'
import type { AddressBook } from './addresses/address-book.ts'
import { addressRoutes } from './addresses/routes.ts'
import { arrivalRoutes } from './arrivals/routes.ts'
import { type ChangeStreams, changeRoutes, namePosition } from './changes/change-streams.ts'
import { courierRulesRoutes } from './consignments/courier-rules.ts'
import { TIME_OUTS, type TimeOuts } from './consignments/deps.ts'
import { createLabelCache } from './consignments/labels.ts'
import { consignmentRoutes } from './consignments/routes.ts'
import type { Courier } from './couriers/courier.ts'
import { apiCouriers, courierCapabilities } from './couriers/known/api-couriers.ts'
import { createPrintables } from './create-printables.ts'
import { LOCAL_IDENTITY_PATH, type SignIn } from './create-sign-in.ts'
import { customerRoutes } from './customers/customers.ts'
import type { Connections } from './db/named-connections.ts'
import { dispatchRoutes } from './dispatch/routes.ts'
import { emailRoutes } from './emails/emails.ts'
import { endOfDayRoutes } from './end-of-day/routes.ts'
import { downloadRoutes, exportRoutes } from './exports/routes.ts'
import { noteTakenOrder, replayOrder } from './feeds/apply.ts'
import { shopWebhookRoutes } from './feeds/receive.ts'
import { figureRoutes } from './figures/figures.ts'
import { historyRoutes } from './history/routes.ts'
import { answerError, apiAnswers } from './http/api-answers.ts'
import { type ConsoleFiles, consoleRoutes } from './http/built-console.ts'
import { createRateLimits, type RequestLimits } from './http/rate-limits.ts'
import { Refusal } from './http/refusal.ts'
import { identifyRequest, observeRequests } from './http/request-log.ts'
import { boundRequests } from './http/requests-in-progress.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { SessionEnv } from './http/session.ts'
import { type ImportParts, importRoutes, uploadRoutes } from './imports/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { IntakeWatch } from './intake/take-in.ts'
import { labelBatchRoutes } from './label-batches/batch.ts'
import { operationsRoutes } from './operations/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { pickRunRoutes } from './pick-runs/routes.ts'
import type { Config } from './platform/config.ts'
import { OWN_SIGN_IN } from './platform/settings.ts'
import { printingRoutes } from './printing/print-once.ts'
import type { ServerPrinter } from './printing/printer.ts'
import { productRoutes } from './products/products.ts'
import { savedViewRoutes } from './saved-views/saved-views.ts'
import { supplierOrderRoutes, supplierRoutes } from './suppliers/suppliers.ts'

export interface AppDependencies {
  config: Pick<
    Config,
    | 'dataHost'
    | 'authHost'
    | 'prefetchPages'
    | 'titusHost'
    | 'imageHosts'
    | 'publicUrl'
    | 'metricsKey'
    | 'couriers'
    | 'accounts'
    | 'senders'
    | 'courierRules'
    | 'cartons'
    | 'verifiesItems'
    | 'creditStop'
    | 'printers'
    | 'cutOffs'
    | 'orderCodePrefixes'
    | 'shops'
  >
  db: Connections
  clock: Clock
  console: ConsoleFiles
  signIn: Omit<SignIn, 'sessions'>
  addresses: AddressBook
  couriers: readonly Courier[]
  /** Absent without printers, as in most tests. */
  printers?: readonly ServerPrinter[]
  /** Absent without the capability `imports`, as in most tests. */
  imports?: ImportParts
  /** Absent without the capability `changes`, as in most tests. */
  changes?: ChangeStreams
  /** Reasons why this process is not ready, besides its database. Each is a sentence, or null. */
  troubles?: readonly (() => string | null)[]
  timeOuts?: TimeOuts
  /** How long actions can be undone and their e-mails wait, in milliseconds; shorter in some tests. */
  undoWithin?: number
  /** Proxies whose `X-Forwarded-For` names the client. */
  trustedProxies: BlockList
  limits?: RequestLimits
}

type RecordDependencies = Parameters<typeof orderRoutes>[1] & Parameters<typeof consignmentRoutes>[1]

/** The calls of each kind of record. */
const RECORD_ROUTES: Record<RecordKind, (app: Hono<SessionEnv>, deps: RecordDependencies) => void> = {
  order: orderRoutes,
  consignment: consignmentRoutes,
  customer: customerRoutes,
  product: productRoutes,
  supplier: supplierRoutes,
  'supplier-order': supplierOrderRoutes,
}

/** Limit of request bodies, in bytes. */
const LONGEST_BODY = 1024 * 1024

/** The HTTP application: the data calls, the sign-in calls and the console itself. */
export function createApp(deps: AppDependencies): Hono<SessionEnv> {
  const { config, console, signIn, trustedProxies } = deps
  const limits = createRateLimits(trustedProxies, deps.limits)
  // Hono would choose this router itself, after each start, because the other one cannot hold these routes.
  const app = new Hono<SessionEnv>({ router: new TrieRouter() })
  app.onError(answerError)
  app.use(identifyRequest(trustedProxies))
  app.use(observeRequests)
  app.use(securityHeaders(config))
  for (const base of ['/api', OWN_SIGN_IN]) {
    app.use(`${base}/*`, apiAnswers(console.version))
    app.use(`${base}/*`, limits.failedTokens)
  }
  app.on(startSignIn.method, OWN_SIGN_IN + startSignIn.path, limits.signInStarts)
  app.on(exchangeCode.method, OWN_SIGN_IN + exchangeCode.path, limits.exchanges)
  app.on(downloadExport.method, DATA_BASE + downloadExport.path, limits.downloads)
  // Mounted first, because they have their own limits of bodies, and check a key or a signature instead of a session.
  app.route(`${DATA_BASE}/intake`, shopWebhookRoutes({ ...deps, shops: config.shops }))
  const intake = new IntakeWatch()
  app.route(`${DATA_BASE}/intake`, intakeRoutes({ ...deps, watch: intake }, limits.intake))
  const apis = apiCouriers(config)
  for (const { webhook } of apis) {
    if (webhook) app.route(`${DATA_BASE}/couriers/${webhook.path}`, webhook.routes(deps))
  }
  if (deps.imports) app.route(DATA_BASE, uploadRoutes(deps.imports, signIn.requireSession))
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limitBody())
  // Called with a ticket instead of a session.
  app.route(DATA_BASE + downloadExport.path, downloadRoutes(deps))
  const data = new Hono<SessionEnv>()
  data.use(boundRequests())
  data.use(signIn.requireSession)
  data.on(deleteConsignment.method, deleteConsignment.path, signIn.mayDelete)
  data.on(searchAddresses.method, searchAddresses.path, limits.addresses)
  data.on(getAddress.method, getAddress.path, limits.addresses)
  data.on(priceConsignment.method, priceConsignment.path, limits.pricing)
  if (deps.changes) {
    data.use(namePosition(deps.changes))
    changeRoutes(data, deps.changes)
  }
  const { creditStop, courierRules, cartons } = config
  const changes = { ...deps, creditStop, courierRules, cartons, undoWithin: deps.undoWithin ?? UNDO_MS }
  emailRoutes(data, deps)
  addressRoutes(data, deps.addresses)
  const freight = { ...changes, timeOuts: deps.timeOuts ?? TIME_OUTS, labelCache: createLabelCache() }
  for (const kind of RECORD_KINDS) RECORD_ROUTES[kind](data, freight)
  printingRoutes(data, { ...deps, printers: deps.printers ?? [], printable: createPrintables(freight) })
  courierRulesRoutes(data, freight)
  historyRoutes(data, deps)
  labelBatchRoutes(data, freight)
  endOfDayRoutes(data, { ...freight, cutOffs: config.cutOffs })
  for (const serve of [exportRoutes, figureRoutes, savedViewRoutes]) serve(data, deps)
  for (const serve of [dispatchRoutes, pickRunRoutes]) serve(data, changes)
  arrivalRoutes(data, { ...deps, noteTakenOrder, replay: (code) => replayOrder(deps.db, code) })
  if (deps.imports) importRoutes(data, deps.imports)
  app.route(DATA_BASE, data)
  app.route(OWN_SIGN_IN, signIn.routes)
  if (signIn.localIdentity) app.route(LOCAL_IDENTITY_PATH, signIn.localIdentity)
  for (const base of ['/api', OWN_SIGN_IN, LOCAL_IDENTITY_PATH]) {
    app.all(base, refuseUnknown).all(`${base}/*`, refuseUnknown)
  }
  const troubles = [...(deps.troubles ?? []), () => intake.trouble()]
  operationsRoutes(app, { ...deps, troubles, metricsKey: config.metricsKey })
  consoleRoutes(app, console, { ...config, courierCapabilities: courierCapabilities(apis) })
  app.notFound(refuseUnknown)
  return app
}

function limitBody() {
  return bodyLimit({
    maxSize: LONGEST_BODY,
    onError: () => {
      throw new Refusal(413, 'The body may have at most 1 MB.')
    },
  })
}

function refuseUnknown(): never {
  throw new Refusal(404, 'There is no such address.')
}
