import { ChevronDown, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { PACKAGE_TYPES } from '../../../contract/consignments.ts'
import {
  formatVolume,
  isUnreadable,
  NUMBER_CELLS,
  PARCEL_LABELS,
  type ParcelCell,
  packageTypeLabel,
  type ParcelRow as Row,
  volumeOf,
  withoutLetters,
} from '../../../domain/freight/parcels.ts'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

interface ParcelRowProps {
  row: Row
  /** From 1. Cells are named "{column}, parcel {n}" (reading 48). */
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
export const ParcelRow = memo(function ParcelRow({ row, number, only, onChange, onRemove }: ParcelRowProps) {
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
