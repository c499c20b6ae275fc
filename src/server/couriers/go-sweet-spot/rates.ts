import * as z from 'zod'
import { SHIPPING_COMPANIES } from '../../../contract/orders.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import type { CourierAnswer, CourierRefusal } from '../courier.ts'
import { dollarField, list, short, textField } from './gateway.ts'

/** GoSweetSpot itself, named in refusals that concern the request and not one carrier. */
const GATEWAY = { courierName: 'GoSweetSpot', courierSlug: 'gosweetspot' }

const Rates = z.object({
  available: list,
  hidden: list,
  rejected: list,
  validationerrors: z
    .union([list, z.record(z.string(), z.unknown())])
    .nullish()
    .transform((errors) => errors ?? []),
})

const Rate = z.object({
  quoteid: z.string().min(1),
  carriername: z.string().min(1),
  deliverytype: textField,
  servicestandard: textField,
  comments: textField,
  cost: dollarField.pipe(z.int().nonnegative()),
})

const Unavailable = z.object({
  carriername: textField,
  carrier: textField,
  deliverytype: textField,
  reason: textField,
})
const FieldError = z.object({ key: textField, value: textField })

/**
 * All prices and refusals in a response. An unreadable price counts as a refusal.
 * @throws if the response is not one to a request for prices
 */
export function readRates(answer: unknown): CourierAnswer[] {
  const rates = Rates.parse(answer)
  const answers = [
    ...rates.available.map(readRate),
    ...rates.hidden.map((one) => refusal(one, 'Hidden by a preference of the GoSweetSpot account.')),
    ...rates.rejected.map((one) => refusal(one, 'Gave no reason.')),
    ...readErrors(rates.validationerrors),
  ]
  if (answers.length === 0) throw new Error('GoSweetSpot answered with no price and no refusal.')
  return answers
}

function readRate(one: unknown): CourierAnswer {
  const { success, data } = Rate.safeParse(one)
  if (!success) return refusal(one, 'Its price could not be read.')
  return {
    ...courierNames(data.carriername),
    costCents: data.cost,
    type: data.deliverytype ?? 'Standard',
    description: [data.servicestandard, data.comments].filter((part) => part !== null).join(', '),
    courierQuote: data.quoteid,
  }
}

function refusal(one: unknown, otherwise: string): CourierRefusal {
  const { data } = Unavailable.safeParse(one)
  const name = data?.carriername ?? data?.carrier ?? null
  const reason = short([data?.deliverytype, data?.reason ?? otherwise].filter(Boolean).join(': '))
  return { ...(name === null ? GATEWAY : courierNames(name)), reason }
}

function readErrors(errors: unknown[] | Record<string, unknown>): CourierRefusal[] {
  const pairs = Array.isArray(errors)
    ? errors.map((one) => FieldError.safeParse(one).data ?? { key: null, value: String(one) })
    : Object.entries(errors).map(([key, value]) => ({ key, value: String(value) }))
  return pairs.map(({ key, value }) => ({
    ...GATEWAY,
    reason: short([key, value].filter(Boolean).join(': ')),
  }))
}

/** A carrier with its slug in the contract, if its name begins with a known one ('Post Haste - AKL'). */
function courierNames(name: string): { courierName: string; courierSlug: string } {
  const plain = name.toLowerCase().replace('new zealand', 'nz')
  const slug = SHIPPING_COMPANIES.find((one) => plain.startsWith(courierLabel(one).toLowerCase()))
  return { courierName: slug ? courierLabel(slug) : name, courierSlug: slug ?? name }
}
