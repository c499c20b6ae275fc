import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import { takesParcels } from '../../../domain/address-state.ts'
import { consignmentPayload, whyNoOptions } from '../../../domain/consignment-payload.ts'
import { firstEmptyCell } from '../../../domain/parcel-rows.ts'
import { type ParcelTotals, totalsOf } from '../../../domain/parcels.ts'
import { refreshConsignments } from '../../api/consignments.ts'
import { arrivingAtom } from '../../command-ui/context.ts'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { AddressCard } from './address-card.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { findCell } from './cell-keys.ts'
import { CustomerCard } from './customer-card.tsx'
import { FreightPanel } from './freight-panel.tsx'
import { enterField, onEnter } from './next-field.ts'
import { ParcelCard } from './parcel-card.tsx'
import { useConsignmentDraft, useFormEdits } from './use-consignment-draft.ts'

/** What lies over the form. */
type Layer =
  | { name: 'address'; initial: string; typed: boolean }
  /** As the form is at that moment: what is priced is what is booked. */
  | { name: 'freight'; payload: ConsignmentPayload; totals: ParcelTotals }

/** The consignment form (section 2): of an order, or of none at `/consignments/new`. */
export function ConsignmentForm({ order }: { order: Order | null }) {
  const { form, change, forget } = useConsignmentDraft(order)
  const [layer, setLayer] = useState<Layer | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const totals = useMemo(() => totalsOf(form.parcels), [form.parcels])
  const noOptions = whyNoOptions(form, totals)
  const { street } = form
  const latest = useRef({ form, totals })
  latest.current = { form, totals }

  const searchAddress = useCallback(
    (typed?: string) => setLayer({ name: 'address', initial: typed ?? street, typed: typed !== undefined }),
    [street],
  )
  const target = useMemo(
    () => ({
      noOptions,
      searchAddress: () => searchAddress(),
      getOptions: () => {
        const { form: now, totals: sums } = latest.current
        setLayer({ name: 'freight', payload: consignmentPayload(now), totals: sums })
      },
    }),
    [noOptions, searchAddress],
  )
  useCommandTarget('consignmentForm', target)
  const edits = useFormEdits(change)
  const close = () => setLayer(null)

  /** Shows the label, unless somebody has gone elsewhere meanwhile: they are told where they are. */
  function booked(payload: ConsignmentPayload, id: string, here: boolean): void {
    forget(payload)
    notify('success', `Consignment ${id} booked`)
    if (here && !store.get(arrivingAtom)) void navigate(paths.consignment(id, 'labels'))
    refreshConsignments()
  }
  /** An address was taken: on to what is still to be filled in. */
  function enterParcels(): boolean {
    const empty = firstEmptyCell(form.parcels)
    const cell = empty && findCell(root.current, empty.row, empty.cell)
    enterField(cell)
    return cell !== null
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches the fields, which take the keys */}
      <div ref={root} onKeyDown={onEnter} className="grid gap-4">
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <CustomerCard
            form={form}
            numbersEditable={order === null}
            onText={edits.text}
            onTracking={edits.tracking}
          />
          <AddressCard address={form} onEdit={edits.address} onSearch={searchAddress} />
        </div>
        <ParcelCard
          rows={form.parcels}
          totals={totals}
          orderCode={form.order_id}
          open={takesParcels(form.address_state)}
          onChange={edits.parcels}
        />
      </div>
      {layer?.name === 'address' && (
        <AddressDialog
          initial={layer.initial}
          typed={layer.typed}
          onTaken={edits.taken}
          onClose={close}
          onLeave={enterParcels}
        />
      )}
      {layer?.name === 'freight' && (
        <FreightPanel
          payload={layer.payload}
          totals={layer.totals}
          onClose={close}
          onBooked={(id, here) => booked(layer.payload, id, here)}
        />
      )}
    </>
  )
}
