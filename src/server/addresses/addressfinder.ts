import * as z from 'zod'
import type { AddressDetail } from '../../contract/addresses.ts'
import type { AddressfinderConfig } from '../platform/config.ts'
import { boundedText } from '../platform/limits.ts'
import { AccountRefused, type AddressBook, MOST_MATCHES } from './address-book.ts'

/** Time-out in milliseconds. */
const TIMEOUT_MS = 5000

/** Limit of a response in bytes, well above all real ones. */
const MOST_BYTES = 1024 * 1024

/** The service's error code for an unknown address. */
const NO_SUCH_ADDRESS = '1011'

/** Error codes about the account rather than the request. */
const ACCOUNT_FAULTS: Record<string, string> = {
  '1009': 'The look-ups of the Addressfinder plan are used up',
  '1020': 'The Addressfinder trial has ended',
  '1021': 'The look-ups of the Addressfinder trial are used up',
  '1023': 'The Addressfinder plan is paused',
}

const line = z.string().nullish()

/** The fields that the console uses, of many more. */
const Completions = z.object({ completions: z.array(z.object({ a: z.string(), pxid: z.string() })) })
const Metadata = z.object({
  address_line_1: z.string(),
  address_line_2: line,
  suburb: line,
  city: line,
  region: line,
  postcode: line,
  rural: z.boolean().nullish(),
})
const Failure = z.object({
  success: z.literal(false),
  error_code: z.union([z.string(), z.number()]).transform(String).nullish(),
  message: z.string().nullish(),
})

/**
 * The addresses of New Zealand from Addressfinder's Address Autocomplete and Address Metadata APIs.
 * Post boxes are excluded, because no courier delivers there.
 */
export function addressfinder(config: AddressfinderConfig, timeout: number = TIMEOUT_MS): AddressBook {
  /** Null if the service does not know the address. */
  const ask = async <T>(schema: z.ZodType<T>, path: string, parameters: Record<string, string>) => {
    const url = new URL(`${config.url}/api/nz/address/${path}`)
    url.search = new URLSearchParams({ key: config.key, format: 'json', ...parameters }).toString()
    // The secret is sent in a header, so that no log of URLs contains it.
    const headers = { Authorization: config.secret, Accept: 'application/json' }
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    const body: unknown = JSON.parse(await boundedText(answer, MOST_BYTES))
    const failure = Failure.safeParse(body).data
    if (failure?.error_code === NO_SUCH_ADDRESS) return null
    if (failure) throw refusal(failure)
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return schema.parse(body)
  }
  const orExplained = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof AccountRefused) throw error
      throw new Error(`Addressfinder could not be asked: ${reasonOf(error)}.`, { cause: error })
    }
  }

  return {
    async search(query) {
      const parameters = { q: query, post_box: '0', max: String(MOST_MATCHES) }
      const found = await orExplained(ask(Completions, 'autocomplete', parameters))
      return (found?.completions ?? []).map(({ a, pxid }) => ({ id: pxid, full_address: a }))
    },
    async find(id) {
      const found = await orExplained(ask(Metadata, 'metadata', { pxid: id }))
      return found && detailOf(found)
    },
  }
}

function refusal({ message, error_code }: z.output<typeof Failure>): Error {
  const words = `it refused: ${message} (${error_code})`
  const fault = ACCOUNT_FAULTS[error_code ?? '']
  return fault === undefined ? new Error(words) : new AccountRefused(`${fault}.`, { cause: new Error(words) })
}

function detailOf(found: z.output<typeof Metadata>): AddressDetail {
  return {
    street: [found.address_line_1, found.address_line_2].filter(Boolean).join(', '),
    suburb: found.suburb ?? null,
    city: found.city ?? null,
    // The service uses the name of the council: 'Auckland Region'.
    region: found.region?.replace(/ Region$/, '') ?? null,
    postcode: found.postcode ?? null,
    is_rural: found.rural === true,
  }
}

/** The reason of a failed `fetch` is in its cause. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return `its answer has no usable ${error.issues[0]?.path.join('.')}`
  if (error instanceof SyntaxError) return 'its answer is not JSON'
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
