import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { type CourierRule, getCourierRules } from '../../contract/courier-rules.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'

interface CourierRulesDeps {
  db: Kysely<Database>
  rules: readonly CourierRule[]
}

/** Serves the calls of the capability `courier-rules`. */
export function courierRulesRoutes(app: Hono<SessionEnv>, { db, rules }: CourierRulesDeps): void {
  serveCall(app, getCourierRules, async ({ query }) => {
    const found = await db
      .selectFrom('customers')
      .select('pricing')
      .where('code', '=', query.customer.trim())
      .executeTakeFirst()
    return { rules: [...rules], customer: { pricing: found?.pricing ?? null } }
  })
}
