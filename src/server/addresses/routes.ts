import type { Hono } from 'hono'
import * as calls from '../../contract/addresses.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { serveCall } from '../http/call-route.ts'
import { invalidField, Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { log } from '../platform/log.ts'
import { AccountRefused, type AddressBook } from './address-book.ts'

/** Longer than any address. */
const LONGEST_QUERY = 200

/** Serves the calls about addresses (API-1). */
export function addressRoutes(app: Hono<SessionEnv>, addresses: AddressBook): void {
  serveCall(app, calls.searchAddresses, async ({ body }) => {
    const query = body.query.trim()
    if (query.length > LONGEST_QUERY)
      throw invalidField(422, 'query', `may have at most ${LONGEST_QUERY} characters`)
    return query === '' ? [] : orRefused(addresses.search(query), MESSAGES.addressVerification)
  })

  serveCall(app, calls.getAddress, async ({ parameter }) => {
    const found = await orRefused(addresses.find(parameter('id')), MESSAGES.addressDetails)
    if (found === null) throw new Refusal(404, MESSAGES.addressDetails)
    return found
  })
}

/**
 * Calls the address book. A failure is logged with its reason. Staff get a message, and the reason only if it is a
 * problem with the account, because they can have that solved.
 */
async function orRefused<T>(answer: Promise<T>, message: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const reason = error instanceof AccountRefused ? error.message : null
    log.error(
      { err: error },
      reason === null ? 'Addresses could not be looked up' : `Addresses could not be looked up: ${reason}`,
    )
    throw new Refusal(502, reason ?? message)
  }
}
