import type { Carton } from '../../contract/dispatch.ts'
import { BRANCHES, type Order } from '../../contract/orders.ts'
import { fold } from '../format/text.ts'
import { originBranch } from '../freight/branch.ts'
import { cartonsAt, PARCEL_PRESETS, presetCalled } from '../freight/cartons.ts'
import { CONSIGNMENT_COURIERS, COURIER_NAMES, courierLabel } from '../freight/couriers.ts'
import type { FreightOption } from '../freight/freight-options.ts'
import { withPreset } from '../freight/parcel-filling.ts'
import { MEASURE, type ParcelRow, parcelWords, readTypedParcel, withRow } from '../freight/parcels.ts'
import { type Argument, byWords, type Given, wordOf } from './arguments.ts'

/** What may be said of a courier besides its name. */
const CHEAPEST = 'cheapest'
const BY_RULE = 'by rule'

/** Said of parcels: those of the customer's last consignment. */
const AS_LAST = 'as last time'

/** Between two parcels of a sentence. */
const BETWEEN = '; '

const COURIER_WORDS: ReadonlyMap<string, string> = new Map([
  ...[...COURIER_NAMES].filter(([, slug]) => CONSIGNMENT_COURIERS.some((bookable) => bookable === slug)),
  ...byWords({ [CHEAPEST]: [CHEAPEST, 'cheapest courier', 'cheap'] }),
])

const RULED = wordOf(
  { noun: 'courier', example: BY_RULE },
  'courier',
  byWords({
    [BY_RULE]: [BY_RULE, 'by the rule', 'by rules', 'by courier rule', 'by the courier rule', 'rule'],
  }),
)

/** Without courier rules, `by rule` is read all the same: the form says that no rule marks an option. */
const COURIERS: readonly Argument[] = [
  wordOf({ noun: 'courier', example: 'nzpost' }, 'courier', COURIER_WORDS),
  { ...RULED, capability: 'courier-rules' },
  { ...RULED, choices: [], example: '' },
]

const MEASURED: Argument = {
  noun: 'parcels',
  example: '22x60x30 11.4',
  isFree: true,
  begins: (word) => /^\d/.test(word),
  // '2 * 22 x 60 x 30 cm 11.4 kg'
  most: 10,
  joinedBy: BETWEEN,
  read: (text) => (readTypedParcel(text, 'optional') ? { parcels: text } : null),
}

const LAST: Argument = {
  ...wordOf(
    { noun: 'parcels', example: AS_LAST },
    'parcels',
    byWords({
      [AS_LAST]: [AS_LAST, 'last time', 'as last', 'as before', 'same as last time', 'like last time'],
    }),
  ),
  capability: 'dispatch',
}

/**
 * What may follow the verbs that send an order: a courier, and parcels or where they come from (PAL-18).
 * @param cartons those of all branches; which one a name means is decided by the order
 */
export function shippingIn(cartons: readonly Carton[]): readonly Argument[] {
  const lists = BRANCHES.map((branch) => cartonsAt(cartons, branch))
  const inCartons: Argument = {
    noun: 'parcels',
    example: 'small carton 5',
    choices: [...new Set(cartons.map(({ name }) => fold(name)))],
    isFree: true,
    most: 7,
    joinedBy: BETWEEN,
    read: (text) => (lists.some((list) => readCarton(text, list)) ? { parcels: fold(text) } : null),
  }
  return [...COURIERS, MEASURED, inCartons, LAST]
}

/** The same with the presets. */
export const SHIPPING = shippingIn(PARCEL_PRESETS)

/**
 * The same for several orders: only `by rule` is offered, which without rules is the cheapest courier (ORD-100); the rest is
 * read so that its refusal can say why.
 */
export function shippingSeveralIn(cartons: readonly Carton[]): readonly Argument[] {
  return shippingIn(cartons).map((argument) => {
    if (argument.example !== BY_RULE) return { ...argument, choices: [], example: '' }
    const { capability: _, ...byRule } = argument
    return byRule
  })
}

const WEIGHED = new RegExp(`^(.+?) ${MEASURE}(?: ?kg)?$`, 'i')

/** Cartons of a preset, with the kilograms of one if they were said: '2*small carton 5 kg', 'carton 3'. */
function readCarton(text: string, cartons: readonly Carton[]): SaidCarton | null {
  const [, quantity = '1', rest = ''] = /^(?:(\d{1,3})(?: ?[*x×] ?| ))?(\D.*)$/i.exec(text.trim()) ?? []
  const [, name = '', weight = ''] = WEIGHED.exec(rest) ?? []
  const whole = presetCalled(rest, cartons)
  const preset = whole ?? presetCalled(name, cartons)
  return preset && { preset, quantity, weight: whole ? '' : weight }
}

interface SaidCarton {
  preset: Carton
  quantity: string
  weight: string
}

/** Whether the parcels are those of the customer's last consignment. */
export function areAsLast({ parcels }: Given): boolean {
  return parcels === AS_LAST
}

/** The parcels of a sentence as they were typed. */
function parcelsSaid(given: Given): string[] {
  return typeof given.parcels !== 'string' || areAsLast(given) ? [] : given.parcels.split(BETWEEN)
}

/**
 * The rows of the parcel table for the parcels of a sentence; none without any. Sizes of a carton are marked as filled in.
 * @param cartons those of the branch that sends
 */
export function rowsSaid(
  given: Given,
  orderCode: string,
  cartons: readonly Carton[] = PARCEL_PRESETS,
): ParcelRow[] {
  let rows: ParcelRow[] = []
  for (const text of parcelsSaid(given)) {
    const [typed, carton] = [readTypedParcel(text, 'optional'), readCarton(text, cartons)]
    if (!typed && !carton) continue
    rows = withRow(rows, orderCode)
    const id = rows.at(-1)?.id ?? ''
    const { quantity = '1', weight = '', ...sides } = typed ?? carton ?? {}
    rows = rows.map((row) => (row.id === id ? { ...row, quantity, weight, ...(typed && sides) } : row))
    if (carton) rows = withPreset(rows, id, carton.preset)
  }
  return rows
}

/** The cartons of the branch that sends an order. */
function cartonsFor({ freight }: Order, cartons: readonly Carton[] = PARCEL_PRESETS): Carton[] {
  return cartonsAt(cartons, originBranch(freight.branch))
}

/** Why the parcels of a sentence are impossible for an order: its branch has no such carton. Null if they are possible. */
export function whyNoCarton(order: Order, given: Given, cartons?: readonly Carton[]): string | null {
  const own = cartonsFor(order, cartons)
  const other = parcelsSaid(given).find(
    (text) => !readTypedParcel(text, 'optional') && !readCarton(text, own),
  )
  return other === undefined ? null : `The branch of the order has no “${other}”`
}

/** Why several orders are not booked with the values of a sentence; null if they are: each by the rules (ORD-100). */
export function whyNotSeveral({ courier, parcels }: Given): string | null {
  if (parcels !== undefined) return 'Several orders have their own parcels: name none, or ship one order'
  if (courier === undefined || courier === BY_RULE) return null
  return 'Several orders are booked by rule: name no courier, or ship one order'
}

/** The option that a sentence names: that of its courier with the lowest price, the cheapest of all, or the one of the rules. */
export function optionSaid(
  courier: string,
  options: readonly FreightOption[],
  byRule: FreightOption | null,
): FreightOption | null {
  if (courier === BY_RULE) return byRule
  if (courier === CHEAPEST) return options.find(({ cheapest }) => cheapest) ?? null
  const own = options.filter(({ slug }) => slug !== null && COURIER_NAMES.get(fold(slug)) === courier)
  return own.reduce<FreightOption | null>((best, one) => (best && best.cost <= one.cost ? best : one), null)
}

/** Why no option is chosen although a sentence names one. */
export function whyNoneSaid(courier: string): string {
  if (courier === BY_RULE) return 'No courier rule marks an option'
  return courier === CHEAPEST ? 'No courier gave a price' : `${courierLabel(courier)} gave no price`
}

/** What is sent, by whom: 'with NZ Post: 1 parcel 22 × 60 × 30 cm, 11.4 kg'. */
export function shipWords(verb: string, order: Order, given: Given, cartons?: readonly Carton[]): string {
  const parcels = rowsSaid(given, order.code, cartonsFor(order, cartons)).map((row) => parcelWords(row))
  const what = areAsLast(given) ? 'parcels as last time' : parcels.join(' and ')
  return `${verb} ${order.code}${courierWords(given)}${what === '' ? '' : `: ${what}`}`
}

function courierWords({ courier }: Given): string {
  if (typeof courier !== 'string') return ''
  if (courier === BY_RULE) return ' by the courier rule'
  return courier === CHEAPEST ? ' with the cheapest courier' : ` with ${courierLabel(courier)}`
}
