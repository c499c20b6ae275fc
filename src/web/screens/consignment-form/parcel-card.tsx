import { ChevronDown, Info, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { CARTON_COMMANDS } from '../../../../commands/consignment-form.ts'
import { PACKAGE_TYPES } from '../../../contract/consignments.ts'
import type { Carton, PackedPiece } from '../../../contract/dispatch.ts'
import type { Branch } from '../../../contract/orders.ts'
import { counted } from '../../../domain/format/text.ts'
import { UNVERIFIED } from '../../../domain/freight/form-address.ts'
import { filledNote, whyTooHeavy } from '../../../domain/freight/parcel-filling.ts'
import {
  formatVolume,
  formatWeight,
  isUnreadable,
  NUMBER_CELLS,
  PARCEL_CELLS,
  PARCEL_LABELS,
  type ParcelCell,
  type ParcelTotals,
  packageTypeLabel,
  type ParcelRow as Row,
  volumeOf,
  withoutLetters,
} from '../../../domain/freight/parcels.ts'
import { useCartons } from '../../api/freight.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { OVERDUE_MS, useLate } from '../../lib/use-late.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { onArrow } from './form-keys.ts'
import type { DelayedRequest } from './use-form-target.ts'
import { type Parcels, useParcels } from './use-parcels.ts'

interface ParcelCardProps {
  rows: Row[]
  totals: ParcelTotals
  orderCode: string
  /** Whether the address is verified or manual, so that parcels can be entered. */
  open: boolean
  /** Whether the address is being verified automatically. */
  verifying: boolean
  /** The pieces of the customer's last consignment; undefined while unknown. */
  last: readonly PackedPiece[] | undefined
  /** The rows that a sentence has replaced, which Undo restores; null if it replaced none. */
  replaced: readonly Row[] | null
  /** The branch that sends. */
  branch: Branch
  /** A request for freight options that waits; null if there is none. */
  delayed: DelayedRequest | null
  onChange(edit: (rows: Row[]) => Row[]): void
}

/** The parcels of the consignment. Blurred until the address is verified or manual. */
export const ParcelCard = memo(function ParcelCard(props: ParcelCardProps) {
  const { rows, totals, orderCode, open, verifying, last, replaced, branch, delayed, onChange } = props
  const locked = open ? null : UNVERIFIED
  const cartons = useCartons(branch)
  const parcels = useParcels({ rows, orderCode, locked, verifying, last, replaced, cartons, onChange })
  const note = filledNote(rows)
  const tooHeavy = whyTooHeavy(rows, cartons ?? [])
  return (
    <Card>
      <CardHeader>
        <CardTitle>Parcel items</CardTitle>
        <span className="text-fg-3 tabular">
          {counted(rows.length, 'row')}, {counted(totals.parcels, 'parcel')}
        </span>
      </CardHeader>
      <div className="relative">
        <div inert={!open} className={cn(!open && 'opacity-60 blur-[3px] select-none')}>
          <ParcelTable rows={rows} totals={totals} parcels={parcels} />
        </div>
        {!open && <Locked />}
      </div>
      {note !== null && (
        <p
          role="status"
          className="flex items-center gap-2 border-t border-line-soft px-3 py-1.5 text-small text-fg-2"
        >
          <Info className="icon-14 text-accent-ink" aria-hidden="true" />
          {note}
        </p>
      )}
      {tooHeavy !== null && (
        <Alert tone="warning" className="mx-3 mb-2">
          {tooHeavy}.
        </Alert>
      )}
      <Cartons cartons={cartons} />
      {delayed && <Delayed request={delayed} />}
      <ParcelActions />
    </Card>
  )
})

function Locked() {
  return (
    <div className="absolute inset-0 flex flex-wrap items-center justify-center gap-3 px-4">
      <p
        role="status"
        className="rounded-m bg-surface px-2 py-1 font-medium shadow-1 inset-ring inset-ring-line"
      >
        {UNVERIFIED}
      </p>
    </div>
  )
}

const NUMBER_HEAD = 'px-2.5 text-right'

function ParcelTable({ rows, totals, parcels }: { rows: Row[]; totals: ParcelTotals; parcels: Parcels }) {
  return (
    <table
      ref={parcels.table}
      aria-label="Parcel items"
      onKeyDown={onArrow}
      onPaste={parcels.paste}
      onFocus={parcels.focusCame}
      onBlur={parcels.focusWent}
      className="w-full table-fixed border-collapse max-sm:block [&>*]:max-sm:block"
    >
      <colgroup>
        <col />
        <col className="w-[15%]" />
        <col className="w-[8%]" />
        <col className="w-[9.5%]" span={3} />
        <col className="w-[9.5%]" />
        <col className="w-[10.5%]" />
        <col className="w-12" />
      </colgroup>
      <thead className="max-sm:sr-only">
        <tr className="h-7 border-b border-line bg-surface-2 text-small text-fg-3 [&>th]:border-r [&>th]:border-line-soft [&>th]:font-medium [&>th]:whitespace-nowrap [&>th:last-child]:border-r-0">
          {PARCEL_CELLS.map((cell, index) => (
            <th key={cell} scope="col" className={index < 2 ? 'px-2.5 text-left' : NUMBER_HEAD}>
              {PARCEL_LABELS[cell]}
            </th>
          ))}
          <th scope="col" className={NUMBER_HEAD}>
            {PARCEL_LABELS.volume}
          </th>
          <th scope="col">
            <span className="sr-only">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <ParcelRow
            key={row.id}
            row={row}
            number={index + 1}
            only={rows.length === 1}
            onChange={parcels.changeCell}
            onRemove={parcels.remove}
          />
        ))}
      </tbody>
      <tfoot>
        <tr className="h-[31px] bg-surface-2 font-semibold tabular max-sm:flex max-sm:items-center max-sm:justify-between max-sm:px-3">
          <th scope="row" colSpan={6} className="px-2.5 text-left max-sm:px-0">
            Totals
          </th>
          <td className="px-2.5 text-right whitespace-nowrap">{formatWeight(totals.weight)} kg</td>
          <td className="px-2.5 text-right whitespace-nowrap max-sm:px-0">
            {formatVolume(totals.volume)} m3
          </td>
          <td className="max-sm:hidden" />
        </tr>
      </tfoot>
    </table>
  )
}

/** Says what the requested freight options wait for, once that takes long. */
function Delayed({ request: { until, stop } }: { request: DelayedRequest }) {
  if (!useLate(true, OVERDUE_MS)) return null
  return (
    <Alert
      tone="info"
      className="mx-3 mb-2"
      action={
        <Button onClick={stop}>
          Stop waiting
          <CommandKeys id="consignment-form.stop-waiting" className="max-sm:hidden" />
        </Button>
      }
    >
      The freight options are requested when {until}.
    </Alert>
  )
}

/** Sizes of cartons as buttons, for hands without a keyboard and eyes that do not know the keys yet. */
function Cartons({ cartons = [] }: { cartons: readonly Carton[] | undefined }) {
  return (
    <section
      aria-label="Cartons"
      className="flex flex-wrap items-center gap-2 border-t border-line-soft px-3 py-2 max-sm:grid max-sm:grid-cols-2"
    >
      {CARTON_COMMANDS.map((id, index) => (
        <CommandButton key={id} id={id} label={cartons[index]?.name} className="max-sm:w-full" />
      ))}
      <CommandButton id="parcels.as-last" label="As last time" className="max-sm:w-full" />
    </section>
  )
}

function ParcelActions() {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2.5">
      <CommandButton id="parcels.add" />
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <CommandButton id="parcels.undo-reset" label="Undo" variant="quiet" />
        <CommandButton id="parcels.reset" label="Reset" variant="quiet" />
        <span data-after-fields="">
          <CommandButton id="consignment-form.get-options" variant="primary" />
        </span>
      </span>
    </div>
  )
}

interface ParcelRowProps {
  row: Row
  /** From 1. Cells are named "{column}, parcel {n}" (FRT-7). */
  number: number
  /** Whether it is the only row, which cannot be deleted. */
  only: boolean
  /** Both handlers must be stable, so that typing rerenders one row and not fifty. */
  onChange(row: string, cell: ParcelCell, text: string): void
  onRemove(row: string): void
}

const CELL = [
  'block h-8 w-full rounded-none border-0 bg-transparent px-2.5 max-sm:h-11 max-sm:rounded-m max-sm:border max-sm:border-line-control max-sm:text-field',
  'focus:bg-surface focus:outline-2 focus:-outline-offset-2 focus:outline-accent-ink',
  // Filled in by the console.
  'data-filled:bg-accent-soft data-filled:text-accent-ink data-filled:focus:bg-surface',
  'aria-invalid:text-danger-ink aria-invalid:underline aria-invalid:decoration-wavy aria-invalid:underline-offset-2',
]

const BOX =
  'border-r border-line-control p-0 last:border-r-0 max-sm:block max-sm:min-w-0 max-sm:border-0 max-sm:before:text-small max-sm:before:text-fg-2 max-sm:before:content-[attr(data-label)]'

/** One row of the parcel table. */
const ParcelRow = memo(function ParcelRow({ row, number, only, onChange, onRemove }: ParcelRowProps) {
  const nameOf = (cell: keyof typeof PARCEL_LABELS) => `${PARCEL_LABELS[cell]}, parcel ${number}`
  const text = (cell: Exclude<ParcelCell, 'package_type'>) => ({
    'data-cell': cell,
    'aria-label': nameOf(cell),
    value: row[cell],
    'data-filled': row.filled?.[cell] && '',
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(row.id, cell, event.target.value),
  })
  return (
    <tr
      data-row={row.id}
      className="border-b border-line-control focus-within:bg-hover max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:gap-y-2 max-sm:p-3 max-sm:focus-within:bg-surface"
    >
      <td className={cn(BOX, 'max-sm:col-span-full')} data-label={PARCEL_LABELS.reference}>
        <input {...text('reference')} type="text" className={cn(CELL, 'font-mono')} />
      </td>
      <td className={BOX} data-label={PARCEL_LABELS.package_type}>
        <span className="relative flex">
          <select
            data-cell="package_type"
            aria-label={nameOf('package_type')}
            value={row.package_type}
            data-filled={row.filled?.package_type && ''}
            onChange={(event) => onChange(row.id, 'package_type', event.target.value)}
            className={cn(CELL, 'appearance-none pr-8 [&>option]:bg-raised')}
          >
            {PACKAGE_TYPES.map((type) => (
              <option key={type} value={type}>
                {packageTypeLabel(type)}
              </option>
            ))}
          </select>
          <ChevronDown
            className="icon-14 pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-fg-3"
            aria-hidden="true"
          />
        </span>
      </td>
      {NUMBER_CELLS.map((cell) => (
        <td key={cell} className={BOX} data-label={PARCEL_LABELS[cell]}>
          <input
            {...text(cell)}
            onChange={(event) => onChange(row.id, cell, withoutLetters(event.target.value))}
            type="text"
            inputMode={cell === 'quantity' ? 'numeric' : 'decimal'}
            aria-invalid={isUnreadable(row[cell]) || undefined}
            title={isUnreadable(row[cell]) ? 'Not a number: it counts as 0' : undefined}
            className={cn(CELL, 'text-right tabular max-sm:text-left')}
          />
        </td>
      ))}
      <td className={cn(BOX, 'bg-surface-2 max-sm:bg-transparent')} data-label={PARCEL_LABELS.volume}>
        <input
          type="text"
          readOnly
          tabIndex={-1}
          data-cell="volume"
          aria-label={nameOf('volume')}
          value={formatVolume(volumeOf(row))}
          className={cn(CELL, 'text-right text-fg-3 tabular focus:bg-transparent max-sm:text-left')}
        />
      </td>
      <td className={cn(BOX, 'text-center max-sm:self-end max-sm:text-right')}>
        <Tooltip text={only ? 'A consignment needs at least one parcel' : null}>
          {/* Not a tab stop, so that Tab moves on to the next cell. Arrows reach it, and it has a key. */}
          <button
            type="button"
            tabIndex={-1}
            data-cell="delete"
            aria-label={`Delete parcel ${number}`}
            aria-disabled={only || undefined}
            onClick={() => onRemove(row.id)}
            className="grid h-8 w-12 place-items-center text-fg-3 hover:text-danger-ink focus:outline-2 focus:-outline-offset-2 aria-disabled:text-fg-off max-sm:size-11"
          >
            <Trash2 className="icon-14" aria-hidden="true" />
          </button>
        </Tooltip>
      </td>
    </tr>
  )
})
