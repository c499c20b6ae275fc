import { log } from '../platform/log.ts'
import { type Courier, type CourierAnswer, CourierRefused, type FreightRequest } from './courier.ts'
import { orAborted } from './or-aborted.ts'

/** How long a courier may take over a price, in milliseconds. */
const PRICE_WITHIN_MS = 8000

/** What one courier, or gateway, answered. */
export interface Asked {
  courier: Courier
  answers: CourierAnswer[]
}

/**
 * Asks all couriers at once. One that fails, or takes longer than `within` (ms), is a refusal and hides none of the
 * others. In the order of the couriers, whoever was first.
 * @throws the signal's reason where the caller gives up
 */
export async function askCouriers(
  couriers: readonly Courier[],
  request: FreightRequest,
  signal: AbortSignal,
  within: number = PRICE_WITHIN_MS,
): Promise<Asked[]> {
  const asked = couriers.map(async (courier) => ({
    courier,
    answers: await ask(courier, request, signal, within),
  }))
  const answers = await Promise.all(asked)
  signal.throwIfAborted()
  return answers
}

async function ask(
  courier: Courier,
  request: FreightRequest,
  signal: AbortSignal,
  within: number,
): Promise<CourierAnswer[]> {
  const late = AbortSignal.timeout(within)
  const refuse = (reason: string) => [{ providerName: courier.name, providerSlug: courier.slug, reason }]
  try {
    return await orAborted(AbortSignal.any([signal, late]), (both) => courier.quote(request, both))
  } catch (error) {
    if (signal.aborted) return []
    if (error instanceof CourierRefused) return refuse(error.message)
    if (late.aborted) return refuse('Did not answer in time.')
    log.warn({ err: error, courier: courier.name }, 'Courier gave no price')
    return refuse('Could not be asked for a price.')
  }
}
