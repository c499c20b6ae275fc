import { Info } from 'lucide-react'
import { memo } from 'react'
import type { PackedPiece } from '../../../contract/dispatch.ts'
import { counted } from '../../../domain/format/text.ts'
import { UNVERIFIED } from '../../../domain/freight/form-address.ts'
import { filledNote, PARCEL_PRESETS } from '../../../domain/freight/parcel-filling.ts'
import {
  formatVolume,
  formatWeight,
  PARCEL_CELLS,
  PARCEL_LABELS,
  type ParcelTotals,
  type ParcelRow as Row,
} from '../../../domain/freight/parcels.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { OVERDUE_MS, useLate } from '../../lib/use-late.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { onArrow } from './cell-keys.ts'
import { ParcelRow } from './parcel-row.tsx'
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
  /** A request for freight options that waits; null if there is none. */
  delayed: DelayedRequest | null
  onChange(edit: (rows: Row[]) => Row[]): void
}

/** The parcels of the consignment. Blurred until the address is verified or manual. */
export const ParcelCard = memo(function ParcelCard(props: ParcelCardProps) {
  const { rows, totals, orderCode, open, verifying, last, delayed, onChange } = props
  const locked = open ? null : UNVERIFIED
  const parcels = useParcels({ rows, orderCode, locked, verifying, last, onChange })
  const note = filledNote(rows)
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
      <Presets />
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

const [SMALL, MEDIUM, LARGE, PIPES] = PARCEL_PRESETS
const PRESETS = [
  ['parcels.preset-1', SMALL],
  ['parcels.preset-2', MEDIUM],
  ['parcels.preset-3', LARGE],
  ['parcels.preset-4', PIPES],
] as const

/** Sizes of cartons as buttons, for hands without a keyboard and eyes that do not know the keys yet. */
function Presets() {
  return (
    <section
      aria-label="Carton presets"
      className="flex flex-wrap items-center gap-2 border-t border-line-soft px-3 py-2 max-sm:grid max-sm:grid-cols-2"
    >
      {PRESETS.map(([id, { name }]) => (
        <CommandButton key={id} id={id} label={name} className="max-sm:w-full" />
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
