import type { Branch } from '../../contract/orders.ts'
import { DEFAULT_COUNTRY } from '../../domain/freight/address.ts'
import { HOUSES, type RoadRow, RURAL_ROADS, URBAN_ROADS } from '../addresses/roads.ts'
import type { Random } from './random.ts'

/** An address in the columns of customers and orders. */
export interface DemoAddress {
  street: string
  suburb: string
  /** Null if the suburb is the town. */
  city: string | null
  region: string
  postcode: string
  is_rural: 0 | 1
  country: string
}

/** A house on a listed road, more often in a town than in the country. */
export function demoAddress(random: Random): DemoAddress {
  const isRural = random.chance(0.17)
  return houseOn(random, random.pick(isRural ? RURAL_ROADS : URBAN_ROADS), isRural)
}

/** An address in the wanted region. */
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

/** Postcodes from 7000 are on the South Island, which Christchurch serves. */
export function branchOf({ postcode }: DemoAddress): Branch {
  return postcode >= '7000' ? 'christchurch' : 'auckland'
}
