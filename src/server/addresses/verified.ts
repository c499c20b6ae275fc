import type { Kysely } from 'kysely'
import type { AddressDetail } from '../../contract/addresses.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { fold, nonBlank } from '../../domain/format/text.ts'
import { isRuralPostcode } from '../../domain/freight/address.ts'
import type { Database } from '../db/schema.ts'
import { isNotWithin, timestamp } from '../db/times.ts'
import type { AddressBook } from './address-book.ts'

const DAY_MS = 24 * 60 * 60_000

/** How long details are cached. */
const CACHED_FOR_MS = DAY_MS
/** How long an address counts as verified, because it may be in a draft. */
const VERIFIED_FOR_MS = 60 * DAY_MS

/** The cached details of an address; null if there are none, or they are older than a day. */
async function cachedDetail(db: Kysely<Database>, id: string, now: number): Promise<AddressDetail | null> {
  const row = await db
    .selectFrom('verified_addresses')
    .select('detail')
    .where('id', '=', id)
    .where((where) => where.not(isNotWithin('fetched_at', now - CACHED_FOR_MS, CACHED_FOR_MS)))
    .executeTakeFirst()
  return row ? JSON.parse(row.detail) : null
}

/** Caches the details of an address, and deletes outdated ones. */
export async function keepDetail(
  db: Kysely<Database>,
  id: string,
  detail: AddressDetail,
  now: number,
): Promise<void> {
  const row = { place: placeOf(detail), detail: JSON.stringify(detail), fetched_at: timestamp(now) }
  await db
    .insertInto('verified_addresses')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await db
    .deleteFrom('verified_addresses')
    .where('fetched_at', '<', timestamp(now - VERIFIED_FOR_MS))
    .execute()
}

/** A destination as in a consignment's payload. Suburb and city may be blank (FRT-6). */
type Destination = Record<'street' | 'suburb' | 'city' | 'postcode', string>

/**
 * Whether couriers treat an address as rural: according to the address service if it verified the address, otherwise
 * by postcode.
 */
export async function isRuralAddress(db: Kysely<Database>, destination: Destination): Promise<boolean> {
  const rows = await db
    .selectFrom('verified_addresses')
    .select('detail')
    .where('place', '=', placeOf(destination))
    .orderBy('fetched_at', 'desc')
    .execute()
  const details = rows.map(({ detail }): AddressDetail => JSON.parse(detail))
  const verified = details.find((detail) => isSamePlace(detail, destination))
  return verified?.is_rural ?? isRuralPostcode(destination.postcode)
}

function placeOf({ street, postcode }: Pick<AddressDetail, 'street' | 'postcode'>): string {
  return [words(street), words(postcode)].join('|')
}

/** A locality that staff left blank fits any. */
function isSamePlace(detail: AddressDetail, { suburb, city }: Destination): boolean {
  const fits = (typed: string, known: string | null) => words(typed) === '' || words(typed) === words(known)
  return fits(suburb, detail.suburb) && fits(city, detail.city)
}

/** For comparison: without regard to case, macrons and repeated spaces. */
function words(text: string | null): string {
  return fold(nonBlank(text) ?? '').replace(/\s+/g, ' ')
}

/** An address service whose details are cached for a day, by all processes, because each look-up is charged. */
export function cachedAddresses(
  service: AddressBook,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): AddressBook {
  return {
    search: (query) => service.search(query),
    async find(id) {
      const cached = await cachedDetail(db, id, clock())
      if (cached !== null) return cached
      const found = await service.find(id)
      if (found !== null) await keepDetail(db, id, found, clock())
      return found
    },
  }
}
