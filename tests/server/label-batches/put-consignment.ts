import type { Kysely } from 'kysely'
import { lotsOf } from '../../../src/server/db/dialect/dialect.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { hoursAgo } from '../orders/harness.ts'

const PLAIN = {
  order_code: '104823',
  provider_name: 'Swift',
  provider_slug: 'swift',
  type: 'Overnight',
  branch: 'auckland',
  company: 'Tāmaki Plumbing',
  contact: 'Siobhán',
  phone: '',
  email: '',
  street: '12 Totara Street',
  suburb: '',
  city: 'Napier',
  postcode: '4110',
  instructions: '',
  is_rural: 0,
  send_tracking: 1,
  cost_cents: 0,
  services: '[]',
  search_text: '',
  staff_id: 'local:mere',
  staff_name: 'Mere',
}

/** Stores a consignment of the courier 'swift', with a label for each piece. */
export async function putConsignment(
  db: Kysely<Database>,
  tracking_code: string,
  parts: object,
  pieces: number,
): Promise<void> {
  const row = { ...PLAIN, courier: 'swift', created_at: hoursAgo(1), ...parts, tracking_code }
  const { id } = await db.insertInto('consignments').values(row).returning('id').executeTakeFirstOrThrow()
  const measures = { height: 1, length: 1, width: 1, weight: 1, cost_cents: 0, services: '[]' }
  const rows = Array.from({ length: pieces }, (_, index) => {
    const part_number = String(index + 1).padStart(3, '0')
    const label = `${tracking_code}${part_number}`
    return { ...measures, consignment_id: id, part_number, label, reference: '' }
  })
  for (const lot of lotsOf(rows)) await db.insertInto('consignment_parts').values(lot).execute()
}
