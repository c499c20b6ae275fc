import type { Consignment } from '../../../contract/consignments.ts'
import { present } from '../../../domain/format/absent.ts'

type Destination = Consignment['destination']

/** Who receives it: the company, else the person. */
export function receiverOf({ building, contact_name }: Destination): string | null {
  return present(building) ?? present(contact_name)
}

/** Where it goes, in a few words: 'Lichfield, Putaruru 3482'. */
export function localityOf({ suburb, region, postcode }: Destination): string {
  const places = [present(suburb), present(region)].filter((place) => place !== null)
  const named = [...new Set(places)].join(', ')
  return [named, present(postcode)].filter(Boolean).join(' ')
}
