import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { ConsignmentPayload, PricingOption } from '../../contract/consignments.ts'
import { cartonsAt } from '../../domain/freight/cartons.ts'
import { QUOTE_LASTS_MINUTES } from '../../domain/freight/freight-options.ts'
import { whyNotInCartons } from '../../domain/freight/parcel-filling.ts'
import { type Asked, askCouriers } from '../couriers/ask-couriers.ts'
import type { QuoteRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { judgeByRules, withoutRefused } from './courier-rules.ts'
import type { ConsignmentDeps } from './deps.ts'
import { checkPayload, freightRequest, payloadHash } from './payload.ts'

const MINUTE = 60_000

/** How long expired prices are kept, so that a late booking gets the message that its price has expired. */
const FORGET_AFTER_MS = 24 * 60 * MINUTE

/**
 * All prices and refusals, in the couriers' order. Prices are stored, so that each can be booked by its id.
 * @throws Refusal 422 naming the invalid field
 */
export async function quotePrices(
  deps: ConsignmentDeps,
  payload: ConsignmentPayload,
  signal: AbortSignal,
): Promise<PricingOption[]> {
  checkPayload(payload)
  const { db, clock, couriers } = deps
  const judgement = await judgeByRules(deps, payload)
  const { isSignatureRequired } = judgement
  const request = { ...(await freightRequest(db, payload)), isSignatureRequired }
  const whyNot = whyNotInCartons(payload.parcels, cartonsAt(deps.cartons ?? [], request.origin))
  const refusalOf = (slug: string) => judgement.refusalOf(slug) ?? whyNot(slug)
  const results = await askCouriers(couriers, request, signal)
  const now = clock()
  const terms = {
    payload_hash: payloadHash(payload),
    is_signature_required: isSignatureRequired ? 1 : 0,
    expires_at: timestamp(now + QUOTE_LASTS_MINUTES * MINUTE),
  }
  const priced = results.flatMap(({ courier, answers }) =>
    optionsOf({ courier, answers: withoutRefused(answers, refusalOf) }, terms),
  )
  await keep(
    db,
    priced.flatMap(({ quote }) => (quote ? [quote] : [])),
    timestamp(now - FORGET_AFTER_MS),
  )
  const { said } = judgement
  return priced.map(({ option }) => (said ? { ...option, rules: said } : option))
}

interface Priced {
  option: PricingOption
  /** Null for a courier that gave no price. */
  quote: Insertable<Database['quotes']> | null
}

function optionsOf(
  { courier, answers }: Asked,
  terms: Pick<QuoteRow, 'payload_hash' | 'expires_at' | 'is_signature_required'>,
): Priced[] {
  return answers.map((answer) => {
    const provider = { provider_name: answer.courierName, provider_slug: answer.courierSlug }
    if ('reason' in answer) {
      const refusal = { id: null, cost: null, type: null, description: answer.reason }
      return { option: { ...provider, ...refusal }, quote: null }
    }
    const id = randomUUID()
    const { type, description, costCents, courierQuote, parts } = answer
    const breakdown = parts?.map((part) => ({ description: part.description, total: part.cents }))
    return {
      option: { id, ...provider, cost: costCents, type, description, ...(breakdown && { breakdown }) },
      quote: {
        id,
        ...terms,
        ...provider,
        courier: courier.slug,
        type,
        courier_quote: courierQuote,
        cost_cents: costCents,
      },
    }
  })
}

async function keep(
  db: Kysely<Database>,
  quotes: Insertable<Database['quotes']>[],
  forgetBefore: string,
): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within
      .deleteFrom('quotes')
      .where('expires_at', '<', forgetBefore)
      .where('id', 'not in', within.selectFrom('claims').select('quote_id'))
      .where('id', 'not in', within.selectFrom('released_claims').select('quote_id'))
      .execute()
    if (quotes.length > 0) await within.insertInto('quotes').values(quotes).execute()
  })
}
