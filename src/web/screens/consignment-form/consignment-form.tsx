import { useAtom } from 'jotai'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AskedShipping } from '../../../../commands/engine/context.ts'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { Carton } from '../../../contract/dispatch.ts'
import type { Order } from '../../../contract/orders.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import {
  type ConsignmentFields,
  consignmentPayload,
  whyNoOptions,
} from '../../../domain/freight/consignment-payload.ts'
import { addressBadge, takesParcels } from '../../../domain/freight/form-address.ts'
import { withLastParcels } from '../../../domain/freight/parcel-filling.ts'
import {
  firstEmptyCell,
  firstRows,
  PARCEL_CELLS,
  type ParcelRow,
  type ParcelTotals,
  totalsOf,
  withRow,
} from '../../../domain/freight/parcels.ts'
import { cautionBefore, orderCan } from '../../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { areAsLast, rowsSaid } from '../../../domain/sentences/ship-sentence.ts'
import { refreshConsignments } from '../../api/consignments.ts'
import { useCartons } from '../../api/freight.ts'
import { askedShippingAtom, commandContext } from '../../commands/context.ts'
import { BOOKED } from '../../routing/came-from.ts'
import { isLocationPendingAtom } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { useWait } from '../../state/key-queue.ts'
import { noteBooking, noteSent } from '../../state/last-booking.ts'
import { store } from '../../state/store.ts'
import { notify, notifyAbout } from '../../state/toasts.ts'
import { workstation } from '../../state/workstation.ts'
import { AddressDialog, type AddressOutcome } from '../address-search/address-dialog.tsx'
import { AddressFields, CustomerFields } from './form-cards.tsx'
import { enterField, findCell, onEnter } from './form-keys.ts'
import { Requirements, useOptionByRule } from './freight-answer-view.tsx'
import { FreightPanel } from './freight-panel.tsx'
import { ParcelCard } from './parcel-card.tsx'
import {
  type ConsignmentDraft,
  type FormEdits,
  noteUnnumbered,
  type OrderFacts,
  useBookedUnnumbered,
  useConsignmentDraft,
  useFormEdits,
  useOrderFacts,
  whyIncomplete,
} from './use-consignment-draft.ts'
import { useFormTarget } from './use-form-target.ts'

interface Search {
  initial: string
  typed: boolean
}

/** The form when the freight panel was opened. Exactly this is priced and booked. */
interface Priced {
  payload: ConsignmentPayload
  totals: ParcelTotals
  /** As in the form: once the order has another address, this is no longer booked. */
  address_of: string
}

const SENT_MEANWHILE = 'The order has been sent from elsewhere'
const MOVED_MEANWHILE = addressBadge('outdated').label
const BOOKED_TODAY = 'This consignment has been booked. Look for it among today’s consignments.'

function bookedUnnumbered({ order_id }: ConsignmentPayload): string {
  const what = order_id === '' ? 'The consignment' : `Order ${order_id}`
  return `${what} has been booked, but its consignment number is unknown. Look for it among today’s consignments.`
}

function pathOfForm(order: Order | null, reference: string | null): string {
  if (order === null) return paths.newConsignment()
  return reference === null
    ? paths.record('order', order.code, 'freight')
    : paths.anotherConsignment(order.code)
}

interface ConsignmentFormProps {
  order: Order | null
  /** The reference of another consignment of a shipped order. Absent for an order's own. */
  reference?: string | null
  /** The order was sent from elsewhere: called when the user has seen that. Null or absent if it was not. */
  onSeen?: (() => void) | null
}

/** The consignment form (FRT-1): for an order, or without one at `/consignments/new`. */
export function ConsignmentForm({ order, reference = null, onSeen = null }: ConsignmentFormProps) {
  const { form, change, forget } = useConsignmentDraft(order, reference)
  const edits = useFormEdits(change)
  const root = useRef<HTMLDivElement>(null)
  const totals = useMemo(() => totalsOf(form.parcels), [form.parcels])
  const formPath = pathOfForm(order, reference)
  const { onBooked, isBooked } = useBooked(formPath, forget)
  const step = reference === null ? 'create-consignment' : 'another-consignment'
  const refused = onSeen ? SENT_MEANWHILE : order && orderCan(step, order).reason
  const noOptions = refused ?? (isBooked(form) ? BOOKED_TODAY : whyIncomplete(form, totals))
  const { priced, getOptions, closePanel } = usePriced(form, totals, noOptions)
  const { search, searchAddress, closeSearch } = useSearch(form.street)
  const { verifying, pending, last, branch } = useOrderFacts(order, reference === null, form, edits)
  const enterMissing = useEnterMissing(root, form, noOptions)
  const { delayed, request } = useFormTarget({
    noOptions,
    unverified: onSeen === null && !takesParcels(form.address_state),
    verifying,
    pending,
    complete: whyNoOptions({ ...form, address_state: 'verified' }, totals) === null,
    searchAddress,
    enterMissing: onSeen ?? enterMissing,
    getOptions,
  })
  const asked = useAskedShipping({
    order,
    reference,
    rows: form.parcels,
    facts: { pending, last },
    edit: edits.parcels,
    price: request,
  })
  const parcels = { totals, verifying, last, delayed, branch, orderCode: reference ?? form.order_id }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the fields inside */}
      <div ref={root} onKeyDown={onEnter} className="detail-width grid gap-4">
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <CustomerFields
            form={form}
            numbersEditable={order === null}
            onText={edits.text}
            onTracking={edits.tracking}
          />
          <AddressFields address={form} onEdit={edits.address} onSearch={searchAddress} />
        </div>
        {order && <FormRequirements payload={consignmentPayload(form)} />}
        <ParcelCard
          {...parcels}
          rows={form.parcels}
          open={takesParcels(form.address_state)}
          replaced={asked.replaced}
          onChange={edits.parcels}
        />
      </div>
      {search && (
        <AddressDialog
          {...search}
          onTaken={edits.taken}
          onTyped={edits.typed}
          onClose={closeSearch}
          onLeave={(outcome) => leaveAddress(root.current, form, outcome)}
        />
      )}
      {priced && (
        <FreightPanel
          {...priced}
          reference={reference}
          courier={asked.courier}
          refused={refused ?? (priced.address_of === form.address_of ? null : MOVED_MEANWHILE)}
          caution={order && cautionBefore(step, order)}
          formPath={formPath}
          onClose={closePanel}
          onBooked={(id, here) => onBooked(priced.payload, id, here)}
        />
      )}
    </>
  )
}

/** Shown for orders only: a number that is being typed would be requested with each character. */
function FormRequirements({ payload }: { payload: ConsignmentPayload }) {
  return <Requirements requirements={useOptionByRule(payload, []).requirements} />
}

/** The form as it was when the freight panel was opened. The panel closes if the form cannot be priced. */
function usePriced(form: ConsignmentFields, totals: ParcelTotals, noOptions: string | null) {
  const { show: getOptions, close: closePanel, requested } = useFreightPanel()
  const [priced, setPriced] = useState<Priced | null>(null)
  if (!requested && priced) setPriced(null)
  else if (requested && !priced && noOptions === null)
    setPriced({ payload: consignmentPayload(form), totals, address_of: form.address_of })
  const unanswerable = requested && !priced
  useEffect(() => {
    if (unanswerable) closePanel()
  }, [unanswerable, closePanel])
  return { priced, getOptions, closePanel }
}

/** The open search of the address; null while it is closed. */
function useSearch(street: string) {
  const [search, setSearch] = useState<Search | null>(null)
  const searchAddress = useCallback(
    (typed?: string) => setSearch({ initial: typed ?? street, typed: typed !== undefined }),
    [street],
  )
  return { search, searchAddress, closeSearch: () => setSearch(null) }
}

/** Says what is missing and moves to the first empty cell of the parcels. Null if no cell is empty. */
function useEnterMissing(
  root: RefObject<HTMLElement | null>,
  { parcels }: ConsignmentFields,
  noOptions: string | null,
): (() => void) | null {
  const empty = useMemo(() => firstEmptyCell(parcels), [parcels])
  return useMemo(() => {
    if (!empty) return null
    return () => {
      if (noOptions !== null) notify('info', noOptions)
      enterField(findCell(root.current, empty.row, empty.cell))
    }
  }, [root, empty, noOptions])
}

/** Moves to the first field that is still empty, otherwise back to the street. */
function leaveAddress(
  root: HTMLElement | null,
  { parcels }: ConsignmentFields,
  outcome: AddressOutcome,
): void {
  const field = (name: string) => root?.querySelector<HTMLElement>(`input[name=${name}]`)
  const empty = outcome === 'verified' ? firstEmptyCell(parcels) : null
  const cell = empty && findCell(root, empty.row, empty.cell)
  enterField(outcome === 'manual' ? field('suburb') : (cell ?? field('street')))
}

/** What follows a booking, and whether this form has been booked without a consignment number. */
function useBooked(formPath: string, forget: ConsignmentDraft['forget']) {
  const navigate = useNavigate()
  const isUnnumbered = useBookedUnnumbered()

  /**
   * Opens the label, or today's consignments if the number is unknown (FRT-18). A user who has left in the
   * meantime gets a notice instead.
   */
  function onBooked(payload: ConsignmentPayload, id: string | null, here: boolean): void {
    noteSent(payload.order_id)
    const restoreForm = forget(payload)
    const [label, path] =
      id === null
        ? ["Today's consignments", paths.list('consignment')]
        : ['Open label', paths.record('consignment', id, 'labels')]
    const goes = here && !store.get(isLocationPendingAtom)
    const link = goes ? null : { label, path }
    if (id === null) {
      noteUnnumbered(payload)
      notifyAbout([payload.order_id], 'warning', bookedUnnumbered(payload), { link })
    } else {
      const offer = noteBooking({ code: id, formPath, restoreForm })
      const about = [payload.order_id, id]
      notifyAbout(about, 'success', `Consignment ${id} booked`, { link, ...offer })
      if (workstation().printWhenBooked) printBooked(id)
    }
    // Replaces the panel's history entry, so that Back leads to the order.
    if (goes) void navigate(path, { replace: true, state: BOOKED })
    refreshConsignments()
  }
  return { onBooked, isBooked: (form: ConsignmentFields) => isUnnumbered(consignmentPayload(form)) }
}

/** Prints the labels of a consignment that has just been booked, as this workstation has chosen. */
function printBooked(id: string): void {
  const { effects } = commandContext()
  effects
    .print({ kind: 'labels', consignments: [id] })
    .catch(() => notifyAbout([id], 'error', MESSAGES.labels))
}

const HASH = '#freight-options'

interface FreightPanelEntry {
  /** Whether the address requests the panel. */
  requested: boolean
  show(): void
  close(): void
}

/**
 * The freight panel has a history entry of its own: Back closes it, Forward opens it again, and it survives a
 * reload. It is a hash, so that it renders in the same tick and receives the next key.
 */
function useFreightPanel(): FreightPanelEntry {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const requested = hash === HASH
  /** Whether this entry was pushed from the form, so that Back leads to it. */
  const overForm = state?.overForm === true
  // `navigate(-1)` is asynchronous: until then, keys for the form wait, and none reaches the panel.
  const [closing, setClosing] = useState(false)
  if (closing && !requested) setClosing(false)
  const leave = useEffectEvent(() => void (overForm ? navigate(-1) : navigate({ search }, { replace: true })))
  useEffect(() => {
    if (closing) leave()
  }, [closing])
  useWait(closing ? { label: 'the form', record: null, holds: 'all' } : null)

  return {
    requested: requested && !closing,
    show: useCallback(
      () => void navigate({ search, hash: HASH }, { flushSync: true, state: { overForm: true } }),
      [navigate, search],
    ),
    close: useCallback(() => setClosing(true), []),
  }
}

interface AskedParts {
  order: Order | null
  /** The reference of another consignment; null for an order's own. */
  reference: string | null
  rows: readonly ParcelRow[]
  facts: Pick<OrderFacts, 'pending' | 'last'>
  /** Must be stable. */
  edit: FormEdits['parcels']
  /** Requests the prices as soon as the form is complete, otherwise asks for what it lacks. */
  price(): void
}

interface Asked {
  /** The courier that was typed: it is chosen when the prices are shown. Null if none was. */
  courier: string | null
  /** The parcels that the typed ones have replaced; null if none were. */
  replaced: readonly ParcelRow[] | null
}

const NOTHING: Asked = { courier: null, replaced: null }
const REPLACED = 'The parcels typed before were replaced. Undo restores them.'
const NO_LAST = 'No earlier consignment of this customer is known'

/** Fills in what was typed in a sentence for this form, once, and requests the prices (PAL-18). Nothing is booked. */
function useAskedShipping(parts: AskedParts): Asked {
  const { order, reference, facts } = parts
  const formCode = reference ?? order?.code ?? ''
  const [asked, setAsked] = useAtom(askedShippingAtom)
  const [filled, setFilled] = useState(NOTHING)
  const isMeant = asked?.order === order?.code && asked?.isAnother === (reference !== null)
  const cartons = useCartons(originBranch(order?.freight.branch))
  const isReady =
    cartons !== undefined &&
    (!(asked && areAsLast(asked.given)) || facts.last !== undefined || !facts.pending)
  const fill = useEffectEvent(({ given, isPriced }: AskedShipping) => {
    const { rows, edit, price } = parts
    const { courier = null } = given
    const after = rowsAsked(given, formCode, facts, cartons)
    if (after === null && areAsLast(given)) notify('info', NO_LAST)
    if (after !== null) edit((before) => withWeight(after, before))
    const isReplaced = after !== null && areTyped(rows, formCode) && cellsOf(after) !== cellsOf(rows)
    if (isReplaced) notify('info', REPLACED)
    setFilled({ courier: typeof courier === 'string' ? courier : null, replaced: isReplaced ? rows : null })
    setAsked(null)
    if (isPriced) price()
  })
  useEffect(() => {
    if (asked && isMeant && isReady) fill(asked)
  }, [asked, isMeant, isReady])
  return filled
}

/** The rows for the parcels of a sentence; null if it names none, or if those of the last consignment are unknown. */
function rowsAsked(
  given: AskedShipping['given'],
  code: string,
  { last = [] }: AskedParts['facts'],
  cartons: readonly Carton[] | undefined,
): ParcelRow[] | null {
  if (areAsLast(given)) return last.length > 0 ? withLastParcels(firstRows(code), last, code) : null
  const rows = rowsSaid(given, code, cartons)
  return rows.length > 0 ? rows : null
}

/** One parcel without a weight keeps the weight of the products that was filled in. */
function withWeight(rows: ParcelRow[], [before]: readonly ParcelRow[]): ParcelRow[] {
  const [row, ...others] = rows
  const isWeighed = before?.filled?.weight === 'products'
  if (!row || !isWeighed || others.length > 0 || row.quantity !== '1' || row.weight !== '') return rows
  return [{ ...row, weight: before.weight, filled: { ...row.filled, weight: 'products' } }]
}

/** Whether the user has typed into rows: a cell that the console has not filled in differs from that of a new row. */
function areTyped(rows: readonly ParcelRow[], orderCode: string): boolean {
  return rows.some((row, index) => {
    const blank = withRow(rows.slice(0, index), orderCode).at(-1)
    return PARCEL_CELLS.some((cell) => row[cell] !== blank?.[cell] && row.filled?.[cell] === undefined)
  })
}

/** What is in the cells, as a text, to compare them. */
function cellsOf(rows: readonly ParcelRow[]): string {
  return JSON.stringify(rows.map((row) => PARCEL_CELLS.map((cell) => row[cell])))
}
