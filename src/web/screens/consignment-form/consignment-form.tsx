import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import { consignmentPayload, whyNoOptions } from '../../../domain/freight/consignment-payload.ts'
import { whyTooLong } from '../../../domain/freight/field-lengths.ts'
import { takesParcels } from '../../../domain/freight/form-address.ts'
import { firstEmptyCell, type ParcelTotals, totalsOf } from '../../../domain/freight/parcels.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refreshConsignments } from '../../api/consignments.ts'
import { commandContext } from '../../commands/context.ts'
import { BOOKED } from '../../routing/came-from.ts'
import { isLocationPendingAtom } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { noteBooking, noteSent } from '../../state/last-booking.ts'
import { store } from '../../state/store.ts'
import { notify, notifyAbout } from '../../state/toasts.ts'
import { workstation } from '../../state/workstation.ts'
import { AddressDialog, type AddressOutcome } from '../address-search/address-dialog.tsx'
import { AddressFields, CustomerFields } from './form-cards.tsx'
import { enterField, findCell, onEnter } from './form-keys.ts'
import { FreightPanel } from './freight-panel.tsx'
import { hasLengthLimits } from './length-notes.ts'
import { ParcelCard } from './parcel-card.tsx'
import {
  useBookedUnnumbered,
  useConsignmentDraft,
  useFormEdits,
  useOrderFacts,
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
}

const SENT_MEANWHILE = 'The order has been sent from elsewhere'
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
  const [search, setSearch] = useState<Search | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const totals = useMemo(() => totalsOf(form.parcels), [form.parcels])
  const unnumbered = useBookedUnnumbered()
  const tooLong = hasLengthLimits() ? whyTooLong(form) : null
  const noOptions = onSeen
    ? SENT_MEANWHILE
    : unnumbered.has(consignmentPayload(form))
      ? BOOKED_TODAY
      : (whyNoOptions(form, totals) ?? tooLong)
  const { street, address_state } = form
  const { show: getOptions, close: closePanel, ...panel } = useFreightPanel()
  const [priced, setPriced] = useState<Priced | null>(null)
  if (!panel.requested && priced) setPriced(null)
  else if (panel.requested && !priced && noOptions === null)
    setPriced({ payload: consignmentPayload(form), totals })
  const unanswerable = panel.requested && !priced
  useEffect(() => {
    if (unanswerable) closePanel()
  }, [unanswerable, closePanel])

  const searchAddress = useCallback(
    (typed?: string) => setSearch({ initial: typed ?? street, typed: typed !== undefined }),
    [street],
  )
  const edits = useFormEdits(change)
  const formPath = pathOfForm(order, reference)
  const { verifying, pending, last } = useOrderFacts(order, reference === null, form, edits)
  const empty = useMemo(() => firstEmptyCell(form.parcels), [form.parcels])
  const enterMissing = useCallback(() => {
    if (noOptions !== null) notify('info', noOptions)
    if (empty) enterField(findCell(root.current, empty.row, empty.cell))
  }, [empty, noOptions])
  const delayed = useFormTarget({
    noOptions,
    unverified: onSeen === null && !takesParcels(address_state),
    verifying,
    pending,
    complete: whyNoOptions({ ...form, address_state: 'verified' }, totals) === null,
    searchAddress,
    enterMissing: onSeen ?? (empty && enterMissing),
    getOptions,
  })

  /**
   * Opens the label, or today's consignments if the number is unknown (FRT-18). A user who has left in the
   * meantime gets a notice instead.
   */
  function booked(payload: ConsignmentPayload, id: string | null, here: boolean): void {
    noteSent(payload.order_id)
    const restoreForm = forget(payload)
    const [label, path] =
      id === null
        ? ["Today's consignments", paths.list('consignment')]
        : ['Open label', paths.record('consignment', id, 'labels')]
    const goes = here && !store.get(isLocationPendingAtom)
    const link = goes ? null : { label, path }
    if (id === null) {
      unnumbered.add(payload)
      notifyAbout([payload.order_id], 'warning', bookedUnnumbered(payload), link)
    } else {
      const until = noteBooking({ code: id, formPath, restoreForm })
      const about = [payload.order_id, id]
      notifyAbout(about, 'success', `Consignment ${id} booked`, link, ['booking.undo'], until)
      if (workstation().printWhenBooked) printBooked(id)
    }
    // Replaces the panel's history entry, so that Back leads to the order.
    if (goes) void navigate(path, { replace: true, state: BOOKED })
    refreshConsignments()
  }
  /** Moves to the first field that is still empty, otherwise back to the street. */
  function leaveAddress(outcome: AddressOutcome): void {
    const field = (name: string) => root.current?.querySelector<HTMLElement>(`input[name=${name}]`)
    const empty = outcome === 'verified' ? firstEmptyCell(form.parcels) : null
    const cell = empty && findCell(root.current, empty.row, empty.cell)
    enterField(outcome === 'manual' ? field('suburb') : (cell ?? field('street')))
  }

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
        <ParcelCard
          rows={form.parcels}
          totals={totals}
          orderCode={reference ?? form.order_id}
          open={takesParcels(address_state)}
          verifying={verifying}
          last={last}
          delayed={delayed}
          onChange={edits.parcels}
        />
      </div>
      {search && (
        <AddressDialog
          initial={search.initial}
          typed={search.typed}
          onTaken={edits.taken}
          onTyped={edits.typed}
          onClose={() => setSearch(null)}
          onLeave={leaveAddress}
        />
      )}
      {priced && (
        <FreightPanel
          payload={priced.payload}
          totals={priced.totals}
          reference={reference}
          refused={onSeen ? SENT_MEANWHILE : null}
          formPath={formPath}
          onClose={closePanel}
          onBooked={(id, here) => booked(priced.payload, id, here)}
        />
      )}
    </>
  )
}

/** Prints the labels of a consignment that has just been booked, as this workstation has chosen. */
function printBooked(id: string): void {
  const { effects } = commandContext()
  effects
    .print({ kind: 'labels', consignments: [id] })
    .catch(() => notifyAbout([id], 'error', MESSAGES.labels))
}

const HASH = '#freight-options'

interface FreightPanelPlace {
  /** Whether the address requests the panel. */
  requested: boolean
  show(): void
  close(): void
}

/**
 * The freight panel has a history entry of its own: Back closes it, Forward opens it again, and it survives a
 * reload. It is a hash, so that it renders in the same tick and receives the next key.
 */
function useFreightPanel(): FreightPanelPlace {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const requested = hash === HASH
  /** Whether this entry was pushed from the form, so that Back leads to it. */
  const overForm = state?.overForm === true
  const closing = useRef(false)
  useEffect(() => {
    if (!requested) closing.current = false
  }, [requested])

  return {
    requested,
    show: useCallback(
      () => void navigate({ search, hash: HASH }, { flushSync: true, state: { overForm: true } }),
      [navigate, search],
    ),
    close: useCallback(() => {
      // `navigate(-1)` is asynchronous; a second Esc in between must not leave the form.
      if (closing.current) return
      closing.current = true
      void (overForm ? navigate(-1) : navigate({ search }, { replace: true }))
    }, [navigate, search, overForm]),
  }
}
