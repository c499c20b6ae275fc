import type { Insertable } from 'kysely'
import { BRANCHES } from '../../contract/orders.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { DemoProduct } from './products.ts'
import type { Random } from './random.ts'
import { workingTime } from './working-time.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

export interface DemoSupplierOrder {
  /** Index in the list of suppliers. */
  supplier: number
  row: Omit<Row<'supplier_orders'>, 'supplier_id'>
  items: Omit<Row<'supplier_order_items'>, 'supplier_order_id'>[]
}

/** Invented manufacturers and importers. None is real. */
const SUPPLIERS = [
  'Aotea Valve & Fitting Co',
  'Brassworks Taranaki Ltd',
  'Copperline Imports Ltd',
  'Drainage Components NZ Ltd',
  'Eastgate Tapware Ltd',
  'Ferrymead Pipe Supplies Ltd',
  'Golden Bay Sealants Ltd',
  'Hōkioi Heating Products Ltd',
  'Inland Polymers (Asia-Pacific) Pty Ltd',
  'Jade Coast Trading Co., Ltd',
  'Kererū Insulation Ltd',
  'Longreach Hoses Pty Ltd',
  'Māhina Lighting & Controls Ltd',
  'North Cape Fasteners Ltd',
  "O'Reilly & Daughters Ironmongery",
  'Pīwakawaka Pumps Ltd',
  'Quarry Road Ceramics',
  'Rātā Bathroomware Ltd',
  'Southern Alps Gas Equipment Ltd',
  'Tasman Tube & Bar Ltd',
  'Upper Clutha Water Systems Ltd',
  'Vickers Lane Adhesives Ltd',
  'Westerly Freight Pallets Ltd',
  'Xcel Plumbing Components Ltd',
  'Zeal Irrigation Ltd',
] as const

const FIRST_EXTERNAL = 20_417
const COUNT = 60
const FIRST_PO = 4101
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Age of the first order. */
const SPAN_DAYS = 390

/** GUESS: steps of an order, each with its greatest number of days after the previous one. */
const STEPS = [
  ['ordered_at', 2],
  ['paid_at', 7],
  ['shipped_at', 14],
  ['received_at', 28],
  ['devanned_at', 3],
] as const

/** Numbers of drafts, unpaid, paid, shipped and arrived orders among the newest. */
const STAGES = [
  { upTo: 6, steps: 0 },
  { upTo: 11, steps: 1 },
  { upTo: 17, steps: 2 },
  { upTo: 24, steps: 3 },
  { upTo: 27, steps: 4 },
]

/** By name. Some have no website, and one is not in the invoicing system yet. */
export function demoSuppliers(): Row<'suppliers'>[] {
  return SUPPLIERS.map((name, index) => ({
    external_id: index === 22 ? null : String(FIRST_EXTERNAL + index * 3),
    name_legal: name,
    website: index % 6 === 5 ? null : `https://www.supplier-${index + 1}.example`,
  }))
}

/** Supplier orders of the thirteen months before `now` (ms), oldest first. */
export function demoSupplierOrders(
  random: Random,
  now: number,
  products: readonly [DemoProduct, ...DemoProduct[]],
): DemoSupplierOrder[] {
  const workedAt = workingTime(now, SPAN_DAYS)
  const changes = clockChanges(now)
  const plain = COUNT - changes.length
  const even = Array.from({ length: plain }, (_, index) =>
    workedAt(now - SPAN_DAYS * DAY * ((plain - index - random.next()) / plain) ** 2),
  )
  const times = [...even, ...changes].sort((one, other) => one - other)
  return times.map((createdAt, index) => {
    const stage = STAGES.find(({ upTo }) => COUNT - index <= upTo)
    const made = { createdAt, now, steps: stage?.steps ?? STEPS.length }
    return {
      supplier: random.whole(0, SUPPLIERS.length - 1),
      row: {
        po_number: String(FIRST_PO + index),
        external_id: stage?.steps === 0 ? null : String(88_000 + index * 2),
        branch: random.pick(BRANCHES),
        created_at: timestamp(createdAt),
        ...datesOf(random, made),
      },
      items: itemsOf(random, index, products),
    }
  })
}

/** Moments before and after every clock change in Auckland of the last year. */
function clockChanges(now: number): number[] {
  const today = todayInAuckland(now)
  const days = Array.from({ length: 365 }, (_, index) => aucklandDayStart(daysBefore(today, index)))
  const changed = days.filter((start, index) => index > 0 && (days[index - 1] ?? 0) - start !== DAY)
  return changed.flatMap((start) => [start + 1.5 * HOUR, start + 3.5 * HOUR])
}

/** The steps of an order by `now`, each in the office hours of a later day. */
function datesOf(
  random: Random,
  { createdAt, now, steps }: { createdAt: number; now: number; steps: number },
) {
  const longest = STEPS.slice(0, steps).reduce((days, [, within]) => days + within, 0)
  const pace = Math.min(1, (now - createdAt) / (longest * DAY))
  const dates: Partial<Record<(typeof STEPS)[number][0] | 'expected_at', string>> = {}
  let day = todayInAuckland(createdAt)
  for (const [step, within] of STEPS.slice(0, steps)) {
    day = daysBefore(day, -Math.ceil(random.next() * within * pace))
    const at = aucklandDayStart(day) + random.whole(8 * HOUR, 17 * HOUR)
    if (at > now) break
    // Some goods are sent before the order is paid.
    if (step !== 'paid_at' || random.chance(0.85)) dates[step] = timestamp(at)
    if (step === 'ordered_at') dates.expected_at = timestamp(at + random.whole(20, 60) * DAY)
  }
  return dates
}

function itemsOf(random: Random, order: number, products: readonly [DemoProduct, ...DemoProduct[]]) {
  // Every tenth order contains the first products of the catalogue, whose codes URLs must escape.
  const goods = order % 10 === 9 ? products.slice(0, 4) : picked(random, products)
  return goods.map((product) => {
    const cartons = random.whole(1, 24)
    const each = random.pick([6, 10, 12, 20, 24, 50])
    return {
      product_code: product.row.code,
      supplier_code: random.chance(0.85) ? `${random.digits(3)}-${random.digits(4)}` : null,
      unit_quantity: cartons * each,
      carton_quantity: cartons,
      quantity_per_carton: each,
    }
  })
}

function picked(random: Random, products: readonly [DemoProduct, ...DemoProduct[]]): DemoProduct[] {
  return Array.from({ length: random.whole(1, 9) }, () => random.pick(products))
}
