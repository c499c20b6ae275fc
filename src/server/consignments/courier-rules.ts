import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { ConsignmentPayload, RulesSaid } from '../../contract/consignments.ts'
import { getCourierRules } from '../../contract/courier-rules.ts'
import { nonBlank } from '../../domain/format/text.ts'
import {
  consignmentFacts,
  isSignatureRequired,
  refusalByRule,
  requirementsByRule,
  warningsByRule,
} from '../../domain/freight/courier-rules.ts'
import { DEFAULT_PRICING } from '../../domain/records/customer-pricing.ts'
import { isRuralAddress } from '../addresses/verified.ts'
import type { CourierAnswer } from '../couriers/courier.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import type { ConsignmentDeps } from './deps.ts'

type Deps = Pick<ConsignmentDeps, 'db' | 'courierRules'>

/** What the courier rules say about a consignment. */
export interface Judgement {
  isSignatureRequired: boolean
  /** Undefined without rules. */
  said?: RulesSaid
  /** Why the courier with this slug is refused; null if it is not. */
  refusalOf(slug: string): string | null
}

const NO_RULES: Judgement = { isSignatureRequired: false, refusalOf: () => null }

/** Applies the courier rules. As for prices, the address decides whether it is rural (FRT-16). */
export async function judgeByRules(
  { db, courierRules }: Deps,
  payload: ConsignmentPayload,
): Promise<Judgement> {
  if (courierRules === null) return NO_RULES
  const is_rural = await isRuralAddress(db, payload)
  const { code, pricing } = await customerOf(db, payload)
  const known = {
    pricing: nonBlank(pricing) ?? DEFAULT_PRICING,
    dangerous_goods: await hasDangerousGoods(db, payload.order_id),
  }
  const facts = consignmentFacts({ ...payload, is_rural, customer_id: code ?? payload.customer_id }, known)
  return {
    isSignatureRequired: isSignatureRequired(courierRules, facts),
    said: {
      requirements: requirementsByRule(courierRules, facts),
      warnings: warningsByRule(courierRules, facts),
    },
    refusalOf: (slug) => refusalByRule(courierRules, facts, slug),
  }
}

/** Replaces the prices of refused couriers by the reason, once for each courier (FRT-21, PACK-1). */
export function withoutRefused(
  answers: readonly CourierAnswer[],
  refusalOf: Judgement['refusalOf'],
): CourierAnswer[] {
  const refused = new Set<string>()
  return answers.flatMap((answer): CourierAnswer[] => {
    const { courierName, courierSlug } = answer
    const reason = 'reason' in answer ? null : refusalOf(courierSlug)
    if (reason === null) return [answer]
    if (refused.has(courierSlug)) return []
    refused.add(courierSlug)
    return [{ courierName, courierSlug, reason }]
  })
}

/** The customer of the order, even if another one is named; without such an order, the named one. */
async function customerOf(
  db: Kysely<Database>,
  { customer_id, order_id }: Pick<ConsignmentPayload, 'customer_id' | 'order_id'>,
): Promise<{ code: string | null; pricing: string | null }> {
  const customers = db.selectFrom('customers').select(['customers.code', 'customers.pricing'])
  const ofOrder = customers
    .innerJoin('orders', 'orders.customer_id', 'customers.id')
    .where('orders.code', '=', order_id.trim())
  const named = customers.where('customers.code', '=', customer_id.trim())
  const found = (await ofOrder.executeTakeFirst()) ?? (await named.executeTakeFirst())
  return { code: found?.code ?? null, pricing: found?.pricing ?? null }
}

async function hasDangerousGoods(db: Kysely<Database>, order: string): Promise<boolean> {
  const found = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('products', 'products.code', 'order_items.product_code')
    .select('products.id')
    .where('orders.code', '=', order.trim())
    .where('products.dangerous_goods', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Serves the calls of the capability `courier-rules`. */
export function courierRulesRoutes(app: Hono<SessionEnv>, { db, courierRules }: Deps): void {
  serveCall(app, getCourierRules, async ({ query: { customer, order = '' } }) => ({
    rules: [...(courierRules ?? [])],
    customer: await customerOf(db, { customer_id: customer, order_id: order }),
    order: { dangerous_goods: await hasDangerousGoods(db, order) },
  }))
}
