import { useEffect, useMemo } from 'react'
import {
  type ConsignmentFields,
  consignmentPayload,
  whyNoOptions,
} from '../../../domain/freight/consignment-payload.ts'
import { whyTooLong } from '../../../domain/freight/field-lengths.ts'
import {
  PARCEL_PRESETS,
  rowToFill,
  withLastParcels,
  withPreset,
} from '../../../domain/freight/parcel-filling.ts'
import { totalsOf, withRow } from '../../../domain/freight/parcels.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { hasLengthLimits } from '../consignment-form/length-notes.ts'
import {
  type ConsignmentDraft,
  type FormEdits,
  type OrderFacts,
  useBookedUnnumbered,
  useConsignmentDraft,
  useFormEdits,
  useOrderFacts,
} from '../consignment-form/use-consignment-draft.ts'
import { BOOKED_WITHOUT_NUMBER } from './reduce-station.ts'
import type { Opened, Phase } from './station.ts'
import { dispatchStation } from './station-store.ts'

/**
 * The consignment of the order at the station. Its draft is the one of the form on the Freight tab. Passes each
 * change to the station, and deletes the draft once the consignment is booked.
 */
export function useStationForm(
  { order, parcel }: Opened,
  phase: Phase,
): Pick<OrderFacts, 'verifying' | 'pending'> & { form: ConsignmentFields } {
  const { form, change, forget } = useConsignmentDraft(order, null)
  const edits = useFormEdits(change)
  const { verifying, pending, last } = useOrderFacts(order, true, form, edits)
  const unnumbered = useBookedUnnumbered()
  const { code } = order
  useEffect(() => {
    if (parcel) edits.parcels(() => withRow([], code).map((row) => ({ ...row, ...parcel })))
  }, [parcel, edits, code])
  useParcelFilling(phase.name === 'open', code, form, edits.parcels, last)

  const payload = consignmentPayload(form)
  const missing = unnumbered.has(payload) ? BOOKED_WITHOUT_NUMBER : whyIncomplete(form)
  const isComplete = missing === null && !pending
  const prepared = isComplete ? JSON.stringify(payload) : `${pending} ${missing}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `prepared` stands for the payload, which is new each time
  useEffect(() => {
    if (phase.name !== 'open') return
    dispatchStation({
      type: 'prepared',
      code,
      payload: isComplete ? payload : null,
      missing: pending ? null : missing,
    })
  }, [prepared, code, phase.name])
  useForgetting(phase, unnumbered.add, forget)
  return { form, verifying, pending }
}

function whyIncomplete(form: ConsignmentFields): string | null {
  return whyNoOptions(form, totalsOf(form.parcels)) ?? (hasLengthLimits() ? whyTooLong(form) : null)
}

const ON_FREIGHT_TAB = 'Parcels are edited on the Freight tab'
const NO_ORDER = 'Scan an order first'

/** Lets the keys of the parcel table fill in parcels here, too: presets, and as last time. */
function useParcelFilling(
  isOpen: boolean,
  code: string,
  { parcels }: ConsignmentFields,
  edit: FormEdits['parcels'],
  last: OrderFacts['last'],
): void {
  useCommandTarget(
    'parcels',
    useMemo(
      () => ({
        rows: parcels.length,
        row: null,
        locked: ON_FREIGHT_TAB,
        // Blocked by `locked`.
        add: () => undefined,
        remove: () => undefined,
        reset: () => undefined,
        undoReset: null,
        noFilling: isOpen ? null : NO_ORDER,
        noLast: last && last.length > 0 ? null : 'This customer has no earlier consignment',
        fillAsLast: () => edit((rows) => withLastParcels(rows, last ?? [], code)),
        fillPreset(number: number) {
          const preset = PARCEL_PRESETS[number - 1]
          edit((rows) => {
            const id = rowToFill(rows, null)
            return preset && id !== null ? withPreset(rows, id, preset) : rows
          })
        },
      }),
      [parcels.length, isOpen, edit, last, code],
    ),
  )
}

/** Deletes the draft of a booked order, and locks its form if the number is unknown. */
function useForgetting(
  phase: Phase,
  lock: ReturnType<typeof useBookedUnnumbered>['add'],
  forget: ConsignmentDraft['forget'],
): void {
  const booked = phase.name === 'booked' ? phase : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each booking
  useEffect(() => {
    const { payload = null } = booked?.opened ?? {}
    if (!booked || payload === null) return
    if (booked.consignment === null) lock(payload)
    forget(payload)
  }, [booked])
}
