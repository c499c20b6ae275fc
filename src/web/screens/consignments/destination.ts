import type { Consignment } from '../../../contract/consignments.ts'
import { nonBlank } from '../../../domain/format/absent.ts'

type Destination = Consignment['destination']

/** The receiver's name: the company, otherwise the person. */
export function receiverOf({ building, contact_name }: Destination): string | null {
  return nonBlank(building) ?? nonBlank(contact_name)
}

/** The destination in a few words: 'Lichfield, Putaruru 3482'. */
export function localityOf({ suburb, region, postcode }: Destination): string {
  const places = [nonBlank(suburb), nonBlank(region)].filter((place) => place !== null)
  const named = [...new Set(places)].join(', ')
  return [named, nonBlank(postcode)].filter(Boolean).join(' ')
}
