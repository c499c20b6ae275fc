import type { Branch } from '../../contract/orders.ts'
import { DEFAULT_COUNTRY } from '../../domain/freight/address-line.ts'
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

type PlaceRow = readonly [road: string, suburb: string, city: string, region: string, postcode: string]

/** The house numbers of every road are 1 to this: invented. */
export const HOUSES = 240

/** Real roads of towns; the house numbers in front of them are invented. */
export const URBAN_ROADS: readonly [PlaceRow, ...PlaceRow[]] = [
  ['Hugo Johnston Drive', 'Penrose', 'Auckland', 'Auckland', '1061'],
  ['Lunn Avenue', 'Mount Wellington', 'Auckland', 'Auckland', '1072'],
  ['Apollo Drive', 'Rosedale', 'Auckland', 'Auckland', '0632'],
  ['Allens Road', 'East Tāmaki', 'Auckland', 'Auckland', '2013'],
  ['Cavendish Drive', 'Manukau', 'Auckland', 'Auckland', '2104'],
  ['Lincoln Road', 'Henderson', 'Auckland', 'Auckland', '0610'],
  ['Queen Street', 'Auckland Central', 'Auckland', 'Auckland', '1010'],
  ['Port Road', 'Port Whangārei', 'Whangārei', 'Northland', '0110'],
  ['Kaimiro Street', 'Pukete', 'Hamilton', 'Waikato', '3200'],
  ['Victoria Street', 'Cambridge', 'Cambridge', 'Waikato', '3434'],
  ['Totara Street', 'Mount Maunganui', '', 'Bay of Plenty', '3116'],
  ['Gladstone Road', 'Gisborne', 'Gisborne', 'Gisborne', '4010'],
  ['Tennyson Street', 'Napier South', 'Napier', "Hawke's Bay", '4110'],
  ['Tory Street', 'Te Aro', 'Wellington', 'Wellington', '6011'],
  ['Parkside Road', 'Gracefield', 'Lower Hutt', 'Wellington', '5010'],
  ['Vickerman Street', 'Port Nelson', 'Nelson', 'Nelson', '7010'],
  ['Foremans Road', 'Islington', 'Christchurch', 'Canterbury', '8042'],
  ['Annex Road', 'Middleton', 'Christchurch', 'Canterbury', '8024'],
  ['Birmingham Drive', 'Addington', 'Christchurch', 'Canterbury', '8024'],
  ['Izone Drive', 'Rolleston', 'Rolleston', 'Canterbury', '7614'],
  ['Hilton Highway', 'Washdyke', 'Timaru', 'Canterbury', '7910'],
  ['Crawford Street', 'Dunedin Central', 'Dunedin', 'Otago', '9016'],
  ['Bond Street', 'West Invercargill', 'Invercargill', 'Southland', '9810'],
  ['Glenda Drive', 'Frankton', 'Queenstown', 'Otago', '9300'],
]

/** Real roads of the country, likewise. */
export const RURAL_ROADS: readonly [PlaceRow, ...PlaceRow[]] = [
  ['Sunnyside Road', 'Coatesville', '', 'Auckland', '0793'],
  ['Boord Crescent', 'Kumeū', '', 'Auckland', '0891'],
  ['Awhitu Road', 'Kerikeri', '', 'Northland', '0295'],
  ['Ellett Road', 'Karaka', 'Papakura', 'Auckland', '2580'],
  ['Pepperill Road', 'Lichfield', 'Putāruru', 'Waikato', '3482'],
  ['McGregor Road', 'Waitōtara', 'Whanganui', 'Taranaki', '4588'],
  ['Fiddlers Road', 'Motukarara', 'Tai Tapu', 'Canterbury', '7672'],
  ['Storeys Road', 'Greendale', 'Darfield', 'Canterbury', '7671'],
  ['Sales Road', 'Oxford', 'Oxford', 'Canterbury', '7495'],
  ['McFelin Road', 'Cromwell', '', 'Otago', '9384'],
]

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
  [road, suburb, city, region, postcode]: PlaceRow,
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
