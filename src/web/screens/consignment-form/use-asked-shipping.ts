import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AskedShipping } from '../../../../commands/engine/context.ts'
import type { Carton } from '../../../contract/dispatch.ts'
import type { Order } from '../../../contract/orders.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { withLastParcels } from '../../../domain/freight/parcel-filling.ts'
import { firstRows, PARCEL_CELLS, type ParcelRow, withRow } from '../../../domain/freight/parcels.ts'
import { areAsLast, rowsSaid } from '../../../domain/sentences/ship-sentence.ts'
import { useCartons } from '../../api/freight.ts'
import { askedShippingAtom } from '../../commands/context.ts'
import { notify } from '../../state/toasts.ts'
import type { FormEdits, OrderFacts } from './use-consignment-draft.ts'

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
export function useAskedShipping(parts: AskedParts): Asked {
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
