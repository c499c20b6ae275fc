import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import type { AddressBook } from './address-book.ts'
import { cachedDetail, keepDetail } from './verified.ts'

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
