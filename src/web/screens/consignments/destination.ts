import type { Consignment } from '../../../contract/consignments.ts'
import { nonBlank } from '../../../domain/format/absent.ts'

type Destination = Consignment['destination']

/** Who receives it: the company, else the person. */
export function receiverOf({ building, contact_name }: Destination): string | null {
  return nonBlank(building) ?? nonBlank(contact_name)
}

/** Where it goes, in a few words: 'Lichfield, Putaruru 3482'. */
export function localityOf({ suburb, region, postcode }: Destination): string {
  const places = [nonBlank(suburb), nonBlank(region)].filter((place) => place !== null)
  const named = [...new Set(places)].join(', ')
  return [named, nonBlank(postcode)].filter(Boolean).join(' ')
}
