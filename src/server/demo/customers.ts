import type { Insertable } from 'kysely'
import { fold } from '../../domain/format/text.ts'
import { companyKey, customerSearchText } from '../customers/search-text.ts'
import type { Database } from '../db/schema.ts'
import { type DemoAddress, demoAddress, demoAddressIn } from './places.ts'
import { createRandom, type Random } from './random.ts'

export interface DemoCustomer {
  row: Insertable<Database['customers']>
  address: DemoAddress
  /** Usual delivery address. */
  site: DemoAddress
}

const COUNT = 1200
const FIRST_CODE = 10_001

/** Customers whose orders fill whole pages: a search for the name, in all dates, finds exactly this number. */
export const BRIMMING = [
  { company: 'Rangitoto Fasteners & Fixings Ltd', region: 'Auckland', orders: 200 },
  { company: "Kauri Point O'Hara Joinery", region: 'Auckland', orders: 400 },
] as const

/** A name of the longest length, 60 characters. */
export const LONG_COMPANIES = [
  { company: 'Whakatāne and Ōpōtiki Commercial Plumbing & Gasfitting Ltd.', region: 'Bay of Plenty' },
  { company: 'Te Tai Tokerau Rural Water, Irrigation and Drainage Services', region: 'Northland' },
  { company: "O'Neill, O'Sullivan & Fraser Heating and Ventilation Limited", region: 'Canterbury' },
] as const

/** The first customers have their town in their names. */
const NAMED = [...BRIMMING, ...LONG_COMPANIES]

/** Mail hosts whose customers fill whole pages: a search for the host finds exactly this number. */
const BRIMMING_HOSTS = [
  { host: 'trade.example.com', customers: 200 },
  { host: 'build.example.com', customers: 400 },
] as const
const HOST = 'example.com'
/** The first customers, up to this number, have the common host. */
const COMMON = 500

/** One in this many customers has another delivery address. */
const ELSEWHERE = 9

/** Customers in order of creation; the first ones are those of `BRIMMING`. */
export function demoCustomers(random: Random, takenOnAt: (index: number) => string): DemoCustomer[] {
  const hosts = BRIMMING_HOSTS.flatMap(({ host, customers }) => new Array<string>(customers).fill(host))
  return Array.from({ length: COUNT }, (_, index) => {
    const firstName = random.pick(FIRST_NAMES)
    const name = `${firstName} ${random.pick(LAST_NAMES)}`
    const named = NAMED[index]
    const address = named ? demoAddressIn(random, named.region) : demoAddress(random)
    const company = named?.company ?? companyOf(random, address)
    const site = index % ELSEWHERE === 4 ? demoAddressIn(createRandom(index), address.region) : null
    const takenOn = takenOnAt(index)
    const mailbox = `${fold(name).replace(/[^a-z]+/g, '.')}.${index + 1}@`
    const isLoud = random.chance(0.08)
    const emailAt = (host: string) => (isLoud ? `${mailbox}${host}`.toUpperCase() : `${mailbox}${host}`)
    const row = {
      code: String(FIRST_CODE + index),
      infusion_key: fold(company ?? name)
        .replace(/[^a-z]/g, '')
        .slice(0, 8)
        .toUpperCase(),
      first_name: firstName,
      name,
      company,
      phone: phoneOf(random, address),
      mobile: random.chance(0.6) ? `02${random.pick(['1', '2', '7'])} 555 0${random.digits(3)}` : null,
      // A few customers have no e-mail address.
      email: index > 20 && random.chance(0.02) ? null : emailAt((index >= COMMON && hosts.pop()) || HOST),
      pricing: named ? 'wholesale' : pricingOf(random),
      ...termsOf(index),
      ...address,
      ...(site && deliveryTo(site)),
      created_at: takenOn,
      updated_at: takenOn,
    }
    return {
      row: { ...row, company_key: companyKey(company), search_text: customerSearchText(row) },
      address,
      site: site ?? address,
    }
  })
}

/** GUESS: some customers buy on account, and a few of these are on stop. Chosen by number, so that all else stays as it is. */
function termsOf(index: number): { terms: string; credit_stop: number } {
  const isAccount = index > 300 && index % 12 === 2
  return { terms: isAccount ? 'account' : 'cash', credit_stop: isAccount && index % 60 === 2 ? 1 : 0 }
}

function deliveryTo(address: DemoAddress) {
  return {
    delivery_street: address.street,
    delivery_suburb: address.suburb,
    delivery_city: address.city,
    delivery_region: address.region,
    delivery_postcode: address.postcode,
    delivery_is_rural: address.is_rural,
    delivery_country: address.country,
  }
}

function companyOf(random: Random, { region }: DemoAddress): string | null {
  if (random.chance(0.3)) return null
  const words = random.chance(0.4) ? COMPANY_WORDS : (COMPANY_PLACES[region] ?? COMPANY_WORDS)
  const name = random.chance(0.2) ? `${random.pick(LAST_NAMES)} & Sons` : random.pick(words)
  return `${name} ${random.pick(TRADES)}${random.chance(0.5) ? ' Ltd' : ''}`
}

/** The first digit of a landline number after the 0; one for the whole South Island. */
const AREA_CODES: Readonly<Record<string, string>> = {
  Northland: '9',
  Auckland: '9',
  Waikato: '7',
  'Bay of Plenty': '7',
  Gisborne: '6',
  "Hawke's Bay": '6',
  Taranaki: '6',
  Wellington: '4',
}

/** Obviously fake: every number is 555 0… */
function phoneOf(random: Random, { region }: DemoAddress): string {
  const area = AREA_CODES[region] ?? '3'
  if (random.chance(0.05)) return `0800 555 0${random.digits(2)}`
  if (random.chance(0.05)) return `+64 ${area} 555 0${random.digits(3)}`
  return `0${area} 555 0${random.digits(3)}`
}

function pricingOf(random: Random): string {
  const draw = random.next()
  if (draw < 0.03) return 'stop'
  if (draw < 0.15) return 'drip'
  if (draw < 0.45) return 'wholesale'
  return draw < 0.97 ? 'retail' : 'staff'
}

/** Invented people and companies of New Zealand's trades. None is real. */

export const FIRST_NAMES = [
  'Aroha',
  'Tama',
  'Māia',
  'Wiremu',
  'Hēmi',
  'Kahurangi',
  'Ngaio',
  'Rāwiri',
  'Anahera',
  'Mere',
  'Tāne',
  'Hine',
  'Jack',
  'Olivia',
  'Liam',
  'Charlotte',
  'Noah',
  'Isla',
  'George',
  'Amelia',
  'Oliver',
  'Sophie',
  'Thomas',
  'Grace',
  'Sione',
  'Ana',
  'Tevita',
  'Mele',
  'Priya',
  'Arjun',
  'Wei',
  'Mei',
  'Siobhán',
  'Niamh',
  "D'Arcy",
  'José',
  'Zoë',
  'Graham',
  'Bruce',
  'Lorraine',
  'Kevin',
  'Sharon',
  'Murray',
  'Raewyn',
  'Craig',
  'Tracey',
  'Dean',
  'Kirsty',
] as const

export const LAST_NAMES = [
  'Ngāta',
  'Parata',
  'Tūhoe-Smith',
  'Rangihuna',
  'Pōmare',
  'Te Whāiti',
  'Kereopa',
  'Hētaraka',
  'Wātene',
  'Māhuta',
  "O'Neill",
  "O'Sullivan",
  "D'Souza",
  'McAllister',
  'MacKenzie',
  'Fraser',
  'Campbell',
  'Robertson',
  'Henderson',
  'Smith',
  'Brown',
  'Wilson',
  'Taylor',
  'Walker',
  'Harris',
  'Clarke',
  'Mitchell',
  'Patel',
  'Singh',
  'Kumar',
  'Chen',
  'Wang',
  'Li',
  'Taufa',
  'Fonoti',
  'Leota',
  'Van der Berg',
  'Müller',
  'Svensson',
  'Petrović',
  'Hawkins',
  'Ashby',
] as const

/** Name parts of companies of a region. */
export const COMPANY_PLACES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Northland: ['Northland', 'Whangārei', 'Bream Bay'],
  Auckland: ['Tāmaki', 'Waitematā', 'Manukau', 'Harbour', 'Long Bay'],
  Waikato: ['Waikato', 'Coromandel', 'Maungatautari'],
  'Bay of Plenty': ['Tauranga', 'Mauao', 'Kaimai'],
  Gisborne: ['Tairāwhiti', 'Poverty Bay'],
  "Hawke's Bay": ['Ahuriri', 'Heretaunga'],
  Taranaki: ['Taranaki', 'Whanganui'],
  Wellington: ['Pōneke', 'Kāpiti', 'Wairarapa'],
  Nelson: ['Tasman', 'Golden Bay'],
  Canterbury: ['Canterbury', 'Ōtautahi', 'Port Hills', 'Aoraki'],
  Otago: ['Ōamaru', 'Central Otago', 'Wakatipu'],
  Southland: ['Murihiku', 'Fiordland', 'Southern'],
}

/** Name parts of companies of any region. */
export const COMPANY_WORDS = [
  'Pacific',
  'Kiwi',
  'Rimu',
  'Tōtara',
  'Pōhutukawa',
  'Kōwhai',
  'Matariki',
] as const

export const TRADES = [
  'Plumbing',
  'Plumbing & Gas',
  'Roofing',
  'Builders',
  'Electrical',
  'Drainlaying',
  'Heating & Ventilation',
  'Joinery',
  'Construction',
  'Property Maintenance',
  'Bathrooms',
  'Irrigation',
  'Fabrication',
  'Contracting',
  'Hardware',
] as const
