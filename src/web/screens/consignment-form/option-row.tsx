import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useId } from 'react'
import { formatCents } from '../../../domain/format/money.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { Badge } from '../../ui/badge.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { CourierMark } from './courier-mark.tsx'

interface OptionRowProps {
  option: FreightOption
  /** Whether its price can no longer be booked. */
  expired: boolean
  /** The digit key that chooses it; null after the ninth. */
  digit: string | null
  checked: boolean
  /** Why a courier rule marks it; null if none does. */
  reason: string | null
  disabled: boolean
  onChoose(id: string): void
  /** Whether the parts of its price are shown. */
  unfolded: boolean
  onUnfold(id: string, shown: boolean): void
}

/** A price with its radio button. Where the courier tells what the price is made of, it can be unfolded. */
export function OptionRow(props: OptionRowProps) {
  const { option, checked, unfolded, onUnfold } = props
  const partsId = useId()
  const hasParts = option.breakdown.length > 0
  return (
    <div
      className={cn(
        'grid rounded-l border border-line hover:bg-hover-raised',
        // Once an option is chosen, its border also shows the focus.
        !checked && 'has-focus:outline-2 has-focus:outline-offset-1 has-focus:outline-accent-ink',
        checked &&
          'border-accent-ink bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent-ink)] hover:bg-accent-soft',
      )}
    >
      <div className="flex min-w-0 items-stretch">
        <OptionLabel {...props} />
        {hasParts && (
          <button
            type="button"
            // The arrow keys do the same on the focused option.
            tabIndex={-1}
            aria-expanded={unfolded}
            aria-controls={partsId}
            aria-label={`Price parts of ${option.courier}, ${option.service}`}
            onClick={() => onUnfold(option.id, !unfolded)}
            className="grid w-8 shrink-0 place-items-center rounded-l text-fg-3 hover:text-fg max-sm:w-11"
          >
            {unfolded ? (
              <ChevronDown className="icon-14" aria-hidden="true" />
            ) : (
              <ChevronRight className="icon-14" aria-hidden="true" />
            )}
          </button>
        )}
      </div>
      {hasParts && (
        <div id={partsId} aria-live="polite">
          {unfolded && <PriceParts option={option} />}
        </div>
      )}
    </div>
  )
}

/** The parts of the price, and their sum. */
function PriceParts({ option: { breakdown, cost } }: { option: FreightOption }) {
  const lines = [...breakdown, { description: 'Total excl. GST', total: cost }]
  return (
    <dl className="mr-11 ml-[86px] grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line-soft py-2 text-small max-sm:mx-14">
      {lines.map(({ description, total }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a price never change, and two may have the same words
        <Fragment key={index}>
          <dt className={index === breakdown.length ? 'pt-1 font-medium' : 'py-0.5 text-fg-2'}>
            {description}
          </dt>
          <dd
            className={cn('text-right tabular', index === breakdown.length ? 'pt-1 font-medium' : 'py-0.5')}
          >
            {formatCents(total)}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function OptionLabel({ option, expired, digit, checked, reason, disabled, onChoose }: OptionRowProps) {
  return (
    <label className="grid min-h-[56px] min-w-0 flex-1 grid-cols-[18px_32px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 max-sm:grid-cols-[32px_minmax(0,1fr)_auto]">
      <input
        type="radio"
        name="freight-option"
        className="sr-only"
        aria-keyshortcuts={digit ?? undefined}
        checked={checked}
        onChange={() => !disabled && onChoose(option.id)}
      />
      <span className="grid max-sm:hidden">
        {digit !== null && <Kbd className={cn(checked && 'border-accent-ink text-accent-ink')}>{digit}</Kbd>}
      </span>
      <CourierMark slug={option.slug} courier={option.courier} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          {option.courier}
          {expired && <Badge tone="amber">Expired</Badge>}
          {option.cheapest && !expired && <Badge tone="lime">Cheapest</Badge>}
        </span>
        <span className="block text-balance text-small text-fg-2">{option.service}</span>
        {reason !== null && (
          <span className="flex items-center gap-1.5 text-small font-medium text-sky-ink">
            {reason}
            <CommandKeys id="freight.by-rule" className="max-sm:hidden" />
          </span>
        )}
      </span>
      <span className={cn('text-[15px]/[20px] font-semibold tabular', expired && 'text-fg-3')}>
        {formatCents(option.cost)}
      </span>
    </label>
  )
}
