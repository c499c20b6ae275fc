/** A real road. The city is blank if the suburb is itself the town. */
export type RoadRow = readonly [road: string, suburb: string, city: string, region: string, postcode: string]

/** The highest house number. The numbers are invented: every road has all of them from 1. */
export const HOUSES = 240

/** Real roads in towns. */
export const URBAN_ROADS: readonly [RoadRow, ...RoadRow[]] = [
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

/** Real roads in the country. */
export const RURAL_ROADS: readonly [RoadRow, ...RoadRow[]] = [
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
