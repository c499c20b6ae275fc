import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Kysely } from 'kysely'
import { DATA_BASE } from '../contract/call.ts'
import type { Clock } from '../domain/clock.ts'
import type { AddressBook } from './addresses/address-book.ts'
import { addressRoutes } from './addresses/routes.ts'
import type { Config } from './config.ts'
import { PATIENCE, type Patience } from './consignments/deps.ts'
import { consignmentRoutes } from './consignments/routes.ts'
import type { Courier } from './couriers/courier.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Database } from './db/schema.ts'
import { emailRoutes } from './emails/routes.ts'
import { answerError, apiAnswers } from './http/api-answers.ts'
import type { ConsoleFiles } from './http/console-files.ts'
import { consoleRoutes } from './http/console-routes.ts'
import { Refusal } from './http/refusal.ts'
import { orderRoutes } from './orders/routes.ts'
import { productRoutes } from './products/routes.ts'
import { OWN_SIGN_IN } from './settings.ts'
import { LOCAL_IDENTITY_PATH, type SignIn } from './sign-in/sign-in.ts'
import type { SessionEnv } from './sign-in/staff.ts'
import { supplierRoutes } from './suppliers/routes.ts'

export interface AppDependencies {
  config: Pick<Config, 'dataHost' | 'authHost' | 'titusHost'>
  db: Kysely<Database>
  clock: Clock
  console: ConsoleFiles
  signIn: SignIn
  addresses: AddressBook
  couriers: readonly Courier[]
  patience?: Patience
}

/** The longest body that any call takes, in bytes. */
const LONGEST_BODY = 1024 * 1024

/** The whole product over HTTP: the data calls, the sign-in calls and the console itself. */
export function createApp(deps: AppDependencies): Hono<SessionEnv> {
  const { config, console, signIn } = deps
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  app.use(plainTypes)
  for (const base of ['/api', OWN_SIGN_IN]) {
    app.use(`${base}/*`, apiAnswers(console.version))
  }
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', limitBody())
  const data = new Hono<SessionEnv>()
  data.use(signIn.requireSession)
  orderRoutes(data, deps)
  customerRoutes(data, deps)
  productRoutes(data, deps)
  supplierRoutes(data, deps)
  emailRoutes(data, deps)
  addressRoutes(data, deps.addresses)
  consignmentRoutes(data, { ...deps, patience: deps.patience ?? PATIENCE })
  app.route(DATA_BASE, data)
  app.route(OWN_SIGN_IN, signIn.routes)
  if (signIn.localIdentity) app.route(LOCAL_IDENTITY_PATH, signIn.localIdentity)
  for (const base of ['/api', OWN_SIGN_IN, LOCAL_IDENTITY_PATH]) {
    app.all(base, refuseUnknown)
    app.all(`${base}/*`, refuseUnknown)
  }

  consoleRoutes(app, console, config)
  app.notFound(refuseUnknown)
  return app
}

/** Every answer is what it says it is: no browser guesses. */
const plainTypes: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
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
