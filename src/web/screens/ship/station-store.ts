import { keysOf } from '../../../../commands/custom-shortcuts.ts'
import { availability } from '../../../../commands/engine/command.ts'
import { commandById } from '../../../../commands/index.ts'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { BRANCHES, type Order } from '../../../contract/orders.ts'
import { listOrderBarcodes } from '../../../contract/products.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { withTypedParcel } from '../../../domain/freight/parcels.ts'
import type { ItemBarcode } from '../../../domain/orders/item-check.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { NO_MEANING, noteUnknownBarcode, otherMeaning } from '../../api/arrivals.ts'
import { CallError, mayHaveHappened, refusalOf, send } from '../../api/client.ts'
import { refreshConsignments } from '../../api/consignments.ts'
import { bookConsignment, courierProposal, freightPrices } from '../../api/freight.ts'
import { newestOrder } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { commandContext } from '../../commands/context.ts'
import { runCommand } from '../../commands/run.ts'
import { LONGEST_GAP_MS } from '../../hotkeys/scanner.ts'
import { playSound } from '../../lib/sound.ts'
import { printDocument } from '../../printing/print.ts'
import { pathAtom } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { noteBooking, noteSent } from '../../state/last-booking.ts'
import { privateAtom } from '../../state/session.ts'
import { store } from '../../state/store.ts'
import { notify, notifyAbout } from '../../state/toasts.ts'
import { changeWorkstation, workstation } from '../../state/workstation.ts'
import { noteUsual } from '../../storage/usual-values.ts'
import { changeParcels, forgetTyped, noteUnnumbered } from '../consignment-form/use-consignment-draft.ts'
import { NEXT_PARCEL, reduceStation } from './reduce-station.ts'
import { EMPTY_STATION, type StationEffect, type StationEvent } from './station.ts'

/** The state of the ship station. It outlives the screen, because a booking does. */
export const stationAtom = privateAtom(EMPTY_STATION)

/** Passes an event to the station and runs the effects that follow. */
export function dispatchStation(event: StationEvent): void {
  const { state, effects } = reduceStation(store.get(stationAtom), event, {
    verifiesItems: installation.verifiesItems,
    booksOnce: installation.capabilities.has('book-once'),
    keepsContents: installation.capabilities.has('parcel-contents'),
  })
  store.set(stationAtom, state)
  for (const effect of effects) void run(effect)
}

async function run(effect: StationEffect): Promise<void> {
  switch (effect.type) {
    case 'open':
      return open(effect.code)
    case 'load-barcodes':
      return loadBarcodes(effect.code)
    case 'price':
      return price(effect.payload)
    case 'cancel-price':
      // Otherwise the same order, opened again, would wait for the same request.
      return queryClient.cancelQueries({ queryKey: freightPrices(effect.payload).queryKey })
    case 'book':
      return book(effect)
    case 'fill-in':
      return changeParcels(effect.order, (rows) => withTypedParcel(rows, effect.parcel, effect.order.code))
    case 'print':
      return print(effect)
    case 'await-letter':
      return awaitLetter(effect)
    case 'press':
      return press(effect.letter)
    case 'note':
      return note(effect.barcode, effect.orderCode)
    case 'sound':
      if (workstation().sound) playSound(effect.sound)
  }
}

/** A letter that nothing follows for so long starts no scan, whose characters follow each other within 100 ms. */
const LETTER_ALONE_MS = 400
/** No code is typed after a plus by hand. */
const PLUS_ALONE_MS = LONGEST_GAP_MS + 50

/** Commands whose letters also work in the empty scan field: their notices say so. */
const LETTER_COMMANDS = ['booking.undo', 'step.undo', 'stopped.delete', 'ship.note-barcode'] as const

function awaitLetter({ letter, typedAt }: Extract<StationEffect, { type: 'await-letter' }>): void {
  const isPlus = letter === NEXT_PARCEL
  // That of an undo is awaited although there is nothing to undo before the booking has been made.
  const isBooking = store.get(stationAtom).phase.name === 'booking'
  const mayUndo =
    isBooking && keysOf(commandById('booking.undo'), commandContext()).includes(letter.toLowerCase())
  const isKey = () => isPlus || mayUndo || keyFor(letter) !== null
  const settle = () => isKey() && dispatchStation({ type: 'letter', letter, typedAt })
  if (isKey()) setTimeout(settle, isPlus ? PLUS_ALONE_MS : LETTER_ALONE_MS)
}

/** The command that a letter in the scan field runs now; null if it is text. */
function keyFor(letter: string): (typeof LETTER_COMMANDS)[number] | null {
  const context = commandContext()
  const key = letter.toLowerCase()
  const isReady = (id: (typeof LETTER_COMMANDS)[number]) => {
    const command = commandById(id)
    return keysOf(command, context).includes(key) && availability(command, context).state === 'ready'
  }
  return LETTER_COMMANDS.find(isReady) ?? null
}

function press(letter: string): void {
  const id = keyFor(letter)
  if (id !== null) runCommand(id, 'key')
}

/** Always requests the order: a cached one may have been shipped since. */
async function open(code: string): Promise<void> {
  try {
    const [order, barcodes] = await Promise.all([
      newestOrder(code),
      needsBarcodes() ? itemBarcodes(code) : [],
    ])
    dispatchStation({ type: 'found', code, order, barcodes })
  } catch (error) {
    const isUnknown = error instanceof CallError && error.notFound
    const reason = isUnknown ? MESSAGES.orderNotFound : (refusalOf(error).reason ?? MESSAGES.orderDetails)
    const meaning = isUnknown ? await otherMeaning(code) : NO_MEANING
    dispatchStation({ type: 'not-found', code, reason, isUnknown, meaning })
  }
}

async function itemBarcodes(code: string): Promise<readonly ItemBarcode[]> {
  return (await send(listOrderBarcodes, { path: { code } })).rows
}

async function loadBarcodes(code: string): Promise<void> {
  if (!needsBarcodes()) return
  try {
    dispatchStation({ type: 'barcodes', code, barcodes: await itemBarcodes(code) })
  } catch {
    notifyAbout([code], 'error', `The bar codes of ${code} could not be loaded`)
  }
}

function needsBarcodes(): boolean {
  return installation.verifiesItems && installation.capabilities.has('barcodes')
}

/** Keeps an unknown bar code in Arrivals, where a person finds out whose it is. */
async function note(barcode: string, order: string | null): Promise<void> {
  notify(...(await noteUnknownBarcode(barcode, order === null ? {} : { order_code: order })))
}

async function price(payload: ConsignmentPayload): Promise<void> {
  try {
    const [{ options, refusals, rules: said }, rules] = await Promise.all([
      queryClient.fetchQuery({ ...freightPrices(payload), staleTime: 0 }),
      courierProposal(payload),
    ])
    const { requirements } = said ?? rules
    const proposal = rules.propose(options)
    const at = performance.now()
    dispatchStation({ type: 'priced', payload, options, refusals, requirements, proposal, at })
  } catch (error) {
    dispatchStation({ type: 'not-priced', payload, reason: refusalOf(error).reason })
  }
}

/** The board of this bench names the next order of the branch that it sends from. */
function noteBranch({ freight }: Order): void {
  const branch = BRANCHES.find((one) => one === freight.branch)
  if (branch) changeWorkstation({ branch })
}

type Booking = Extract<StationEffect, { type: 'book' }>

async function book({ order, payload, option, contents }: Booking): Promise<void> {
  const { code } = order
  const quote = option.id
  noteUsual(nonBlank(payload.customer_id), { courier: option.slug })
  const outcome = await bookConsignment(payload, quote, null, contents).then(
    (consignment) => ({ type: 'booked', quote, consignment }) as const,
    (error: unknown) => ({
      type: 'not-booked' as const,
      quote,
      reason: refusalOf(error).reason,
      mayHaveHappened: mayHaveHappened(error),
    }),
  )
  // First, because the printing that follows is noted for the booking.
  if (outcome.type === 'booked') finish(order, payload, outcome.consignment)
  dispatchStation(outcome)
  refreshConsignments()
  if (store.get(pathAtom) === paths.ship()) return
  // The user has left the station, which would have shown the message.
  const link = { label: 'Ship station', path: paths.ship() }
  if (outcome.type === 'booked') notifyAbout([code], 'success', `Order ${code} booked`, { link })
  else notifyAbout([code], 'error', `Order ${code}: ${MESSAGES.consignmentCreate}`, { link })
}

/** Deletes the typed form of a booked order, or locks it if the number is unknown. Offers to undo a booking for a while. */
function finish(order: Order, payload: ConsignmentPayload, consignment: string | null): void {
  const { code } = order
  noteSent(code)
  noteBranch(order)
  const restoreForm = forgetTyped(order, payload)
  if (consignment === null) {
    noteUnnumbered(payload)
    return
  }
  const formPath = paths.record('order', code, 'freight')
  const offer = noteBooking({ code: consignment, formPath, restoreForm })
  notifyAbout([code, consignment], 'success', `Consignment ${consignment} booked`, offer)
}

async function print({ consignment, hasContents }: Extract<StationEffect, { type: 'print' }>): Promise<void> {
  try {
    await printDocument({ kind: 'labels', consignments: [consignment] })
  } catch {
    const link = { label: 'Open label', path: paths.record('consignment', consignment, 'labels') }
    notifyAbout([consignment], 'error', `The label of ${consignment} could not be printed`, { link })
  }
  if (!hasContents || !workstation().printContents) return
  await printDocument({ kind: 'contents', consignment }).catch(() =>
    notifyAbout([consignment], 'error', `The contents of ${consignment} could not be printed`),
  )
}
