import type { Insertable } from 'kysely'
import { fold } from '../../../domain/fold.ts'
import { customerSearchText } from '../../customers/search-text.ts'
import type { Database } from '../schema.ts'
import { COMPANY_PLACES, FIRST_NAMES, LAST_NAMES, LONG_COMPANIES, TRADES } from './names.ts'
import { type DemoAddress, demoAddress } from './places.ts'
import { createRandom, type Random } from './random.ts'

export interface DemoCustomer {
  row: Insertable<Database['customers']>
  address: DemoAddress
}

const COUNT = 1200
const FIRST_CODE = 10_001

/** Customers whose orders fill pages to the brim: a search for the name finds exactly so many, in the range "all". */
export const BRIMMING = [
  { company: 'Rangitoto Fasteners & Fixings Ltd', orders: 200 },
  { company: "Kauri Point O'Hara Joinery", orders: 400 },
] as const

/** Mail hosts whose customers fill pages to the brim: a search for one finds exactly so many. */
const BRIMMING_HOSTS = [
  { host: 'trade.example.com', customers: 200 },
  { host: 'build.example.com', customers: 400 },
] as const
const HOST = 'example.com'
/** So many customers, the first ones, keep the common host. */
const COMMON = 500

/** One customer in so many has goods sent to another address than its own. */
const ELSEWHERE = 9

/** Customers in the order in which they were taken on; the first ones are those of `BRIMMING`. */
export function demoCustomers(random: Random, takenOnAt: (index: number) => string): DemoCustomer[] {
  const hosts = BRIMMING_HOSTS.flatMap(({ host, customers }) => new Array<string>(customers).fill(host))
  return Array.from({ length: COUNT }, (_, index) => {
    const firstName = random.pick(FIRST_NAMES)
    const name = `${firstName} ${random.pick(LAST_NAMES)}`
    const address = demoAddress(random)
    const company = companyOf(random, index)
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
      // A few customers do all by phone.
      email: index > 20 && random.chance(0.02) ? null : emailAt((index >= COMMON && hosts.pop()) || HOST),
      pricing: pricingOf(random),
      ...address,
      ...(index % ELSEWHERE === 4 ? deliveryTo(demoAddress(createRandom(index))) : {}),
      created_at: takenOn,
      updated_at: takenOn,
    }
    return { row: { ...row, search_text: customerSearchText(row) }, address }
  })
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

function companyOf(random: Random, index: number): string | null {
  const chosen = BRIMMING[index]?.company ?? LONG_COMPANIES[index - BRIMMING.length]
  if (chosen) return chosen
  if (random.chance(0.3)) return null
  const name = random.chance(0.2) ? `${random.pick(LAST_NAMES)} & Sons` : random.pick(COMPANY_PLACES)
  return `${name} ${random.pick(TRADES)}${random.chance(0.5) ? ' Ltd' : ''}`
}

/** Plainly fake: every number is 555 0… */
function phoneOf(random: Random, { postcode }: DemoAddress): string {
  const area = postcode >= '7000' ? '3' : postcode < '3000' ? '9' : '7'
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
