import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import type { Carton, Packing } from '../../../contract/dispatch.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { type ConsignmentFields, consignmentPayload } from '../../../domain/freight/consignment-payload.ts'
import {
  equalsStart,
  isOfStart,
  isUntouched,
  needsStart,
  rowToFill,
  type StartingParcels,
  startingParcels,
  whyTooHeavy,
  withLastParcels,
  withoutStart,
  withPreset,
  withStart,
} from '../../../domain/freight/parcel-filling.ts'
import type { Contents } from '../../../domain/orders/parcel-contents.ts'
import { courierRulesQuery, proposableCartons, useCartons } from '../../api/freight.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import {
  type FormEdits,
  type OrderFacts,
  useBookedUnnumbered,
  useConsignmentDraft,
  useFormEdits,
  useOrderFacts,
  whyIncomplete,
} from '../consignment-form/use-consignment-draft.ts'
import { BOOKED_WITHOUT_NUMBER } from './reduce-station.ts'
import type { Opened, Phase } from './station.ts'
import { dispatchStation } from './station-store.ts'

interface StationForm extends Pick<OrderFacts, 'verifying' | 'pending'> {
  form: ConsignmentFields
  /** Why the parcels are these, or why none are proposed; null if staff have entered them. */
  why: string | null
  /** The parcel that is too heavy for its carton; null if there is none. */
  tooHeavy: string | null
}

/**
 * The consignment of the order at the station. Its draft is the one of the form on the Freight tab. Passes each
 * change to the station.
 */
export function useStationForm(opened: Opened, phase: Phase): StationForm {
  const { order } = opened
  const { code } = order
  const { form, change } = useConsignmentDraft(order, null)
  const edits = useFormEdits(change)
  const { verifying, pending: arePartsPending, last, packing } = useOrderFacts(order, true, form, edits)
  const cartons = useCartons(originBranch(order.freight.branch))
  const payload = consignmentPayload(form)
  const known = { packing, cartons: useProposable(cartons, payload), contents: opened.contents }
  const { start, isStarting } = useStart(phase.name === 'open', code, known, form, edits.parcels)
  const pending = arePartsPending || isStarting
  const isUnnumbered = useBookedUnnumbered()
  useParcelFilling(phase.name === 'open', code, { packing, cartons }, form, edits.parcels, last)

  const missing = isUnnumbered(payload) ? BOOKED_WITHOUT_NUMBER : whyIncomplete(form)
  const isComplete = missing === null && !pending
  const prepared = isComplete ? JSON.stringify(payload) : `${pending} ${missing}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `prepared` stands for the payload, which is new each time
  useEffect(() => {
    if (phase.name !== 'open' && phase.name !== 'unknown') return
    dispatchStation({
      type: 'prepared',
      code,
      payload: isComplete ? payload : null,
      missing: pending ? null : missing,
    })
  }, [prepared, code, phase.name])
  return {
    form,
    verifying,
    pending,
    why: whyTheseParcels(form, start),
    tooHeavy: whyTooHeavy(form.parcels, cartons ?? []),
  }
}

/** The cartons that may be proposed; undefined while they are loading. */
function useProposable(
  cartons: readonly Carton[] | undefined,
  payload: ConsignmentPayload,
): readonly Carton[] | undefined {
  const { data: rules = null, isLoading } = useQuery(courierRulesQuery(payload))
  const proposable = cartons && !isLoading ? proposableCartons(cartons, rules, payload) : undefined
  const names = proposable && JSON.stringify(proposable.map(({ name }) => name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the payload is new each time, and so is this list
  return useMemo(() => proposable, [cartons, names])
}

interface Start {
  packing: Packing | undefined
  cartons: readonly Carton[] | undefined
  contents: Contents
}

/**
 * Fills the parcels that the order begins with into its untouched form, as a starting value: whatever is typed or
 * chosen replaces it (PACK-2). A draft may hold those of other items: they are filled in anew.
 */
function useStart(
  isOpen: boolean,
  code: string,
  { packing, cartons, contents }: Start,
  { parcels }: ConsignmentFields,
  edit: FormEdits['parcels'],
): { start: StartingParcels | string | null; isStarting: boolean } {
  const start = useMemo(
    () => (packing && cartons ? startingParcels(packing, cartons, contents.slice(0, -1)) : null),
    [packing, cartons, contents],
  )
  // The form stays as it is while it is being booked.
  const isStarting = isOpen && start !== null && needsStart(parcels, start)
  const kilograms = packing?.weight ?? null
  useEffect(() => {
    if (!isStarting) return
    edit((rows) =>
      typeof start === 'string' ? withoutStart(rows, code, kilograms) : withStart(rows, start, code),
    )
  }, [isStarting, start, edit, code, kilograms])
  return { start, isStarting }
}

function whyTheseParcels(
  { parcels }: ConsignmentFields,
  start: StartingParcels | string | null,
): string | null {
  if (start === null) return null
  if (typeof start === 'string') return isUntouched(parcels) ? start : null
  return isOfStart(parcels) && equalsStart(parcels, start) ? start.reason : null
}

const ON_FREIGHT_TAB = 'Parcels are edited on the Freight tab'
const NO_ORDER = 'Scan an order first'

/** Lets the keys of the parcel table fill in parcels here, too: presets, and as last time. */
function useParcelFilling(
  isOpen: boolean,
  code: string,
  { packing, cartons }: { packing: Packing | undefined; cartons: readonly Carton[] | undefined },
  { parcels }: ConsignmentFields,
  edit: FormEdits['parcels'],
  last: OrderFacts['last'],
): void {
  const kilograms = packing?.weight ?? null
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
        fillAsLast: () =>
          edit((rows) => withLastParcels(withoutStart(rows, code, kilograms), last ?? [], code)),
        cartons,
        fillPreset(number: number) {
          const carton = cartons?.[number - 1]
          edit((before) => {
            const rows = carton ? withoutStart(before, code, kilograms) : before
            const id = rowToFill(rows, null)
            return carton && id !== null ? withPreset(rows, id, carton) : rows
          })
        },
      }),
      [parcels.length, isOpen, edit, last, code, cartons, kilograms],
    ),
  )
}
