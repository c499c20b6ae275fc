import type { Branch } from '../../contract/orders.ts'
import { DEFAULT_COUNTRY } from '../../domain/freight/address-line.ts'
import { HOUSES, type RoadRow, RURAL_ROADS, URBAN_ROADS } from '../addresses/roads.ts'
import type { Random } from './random.ts'

/** An address as the columns of customers and orders have it. */
export interface DemoAddress {
  street: string
  suburb: string
  /** Null where the suburb is the town. */
  city: string | null
  region: string
  postcode: string
  is_rural: 0 | 1
  country: string
}

/** A house on a road of the lists. Towns weigh more than the country: more customers live on their roads. */
export function demoAddress(random: Random): DemoAddress {
  const isRural = random.chance(0.17)
  return houseOn(random, random.pick(isRural ? RURAL_ROADS : URBAN_ROADS), isRural)
}

/** The same in one region, of those in the lists. */
export function demoAddressIn(random: Random, wanted: string): DemoAddress {
  for (;;) {
    const address = demoAddress(random)
    if (address.region === wanted) return address
  }
}

function houseOn(
  random: Random,
  [road, suburb, city, region, postcode]: RoadRow,
  isRural: boolean,
): DemoAddress {
  const street = `${random.whole(1, HOUSES)} ${road}`
  return {
    street,
    suburb,
    city: city || null,
    region,
    postcode,
    is_rural: isRural ? 1 : 0,
    country: DEFAULT_COUNTRY,
  }
}

/** Postcodes from 7000 up are the South Island's, which Christchurch serves. */
export function branchOf({ postcode }: DemoAddress): Branch {
  return postcode >= '7000' ? 'christchurch' : 'auckland'
}
