import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { counted } from '../../../domain/format/counted.ts'
import { formatCents } from '../../../domain/format/money.ts'
import type { OptionByRule } from '../../../domain/freight/courier-rules.ts'
import type { FreightOption, FreightRefusal } from '../../../domain/freight/freight-options.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/failure.ts'
import type { FreightPrices } from '../../api/freight.ts'
import { CommandKeys } from '../../commands/command-keys.tsx'
import type { Failure } from '../../form/use-submission.ts'
import { cn } from '../../lib/cn.ts'
import { installation } from '../../state/installation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CourierMark } from './courier-mark.tsx'
import type { RuledOption } from './use-option-by-rule.ts'

interface FreightAnswerProps {
  prices: UseQueryResult<FreightPrices>
  chosen: FreightOption | null
  byRule: RuledOption
  /** Whether a booking is pending. */
  disabled: boolean
  onChoose(id: string): void
  /** Why the booking failed; null if it has not. */
  failure: Failure | null
}

/** The response to the pricing request: prices to choose from, refusals, or the failure. */
export function FreightAnswerView(props: FreightAnswerProps) {
  const { prices, chosen, byRule, disabled, onChoose, failure } = props
  const { data, error, isFetching, refetch } = prices
  const again = <Button onClick={() => void refetch()}>Try again</Button>
  if (isFetching) {
    return (
      <div className="flex justify-center py-8">
        <Spinner label="Loading options" />
      </div>
    )
  }
  if (error)
    return <Failed message={MESSAGES.freightOptions} reason={refusalOf(error).reason} action={again} />
  if (!data) return null
  return (
    <div className="grid gap-3">
      {failure && (
        <Failed
          message={MESSAGES.consignmentCreate}
          reason={failure.reason}
          hint={failure.mayHaveHappened ? howToTryAgain() : null}
          // Not offered after a booking with an unknown outcome: another price could be booked in addition to it.
          action={
            failure.mayHaveHappened ? null : <Button onClick={() => void refetch()}>Get new prices</Button>
          }
        />
      )}
      {data.options.length > 0 ? (
        <Options
          options={data.options}
          chosen={chosen}
          marked={byRule.marked}
          disabled={disabled}
          onChoose={onChoose}
        />
      ) : (
        <p role="status" className="py-6 text-center">
          <span className="block font-medium">No freight options</span>
          <span className="text-fg-2">No courier gave a price for these parcels to this address.</span>
        </p>
      )}
      {byRule.isUnknown && (
        <p className="text-small text-fg-2">The courier rules could not be loaded: no option is marked.</p>
      )}
      <Refusals refusals={data.refusals} unreadable={data.unreadable} />
    </div>
  )
}

/**
 * What to do after a booking with an unknown outcome. Only our server guarantees that booking a price again
 * changes nothing.
 */
function howToTryAgain(): string {
  return installation.capabilities.has('book-once')
    ? 'Choosing the same option again cannot book it twice.'
    : 'It may have been booked. Look for it among today’s consignments before you try again.'
}

interface FailedProps {
  message: string
  reason: string | null
  hint?: string | null
  action: React.ReactNode
}

function Failed({ message, reason, hint = null, action }: FailedProps) {
  return (
    <Alert tone="error" title={MESSAGES.somethingWrong} action={action}>
      <p>{message}</p>
      {reason !== null && <p className="text-fg-2">{reason}</p>}
      {hint !== null && <p className="text-fg-2">{hint}</p>}
    </Alert>
  )
}

interface OptionsProps {
  options: readonly FreightOption[]
  chosen: FreightOption | null
  marked: OptionByRule | null
  disabled: boolean
  onChoose(id: string): void
}

function Options({ options, chosen, marked, disabled, onChoose }: OptionsProps) {
  const group = useRef<HTMLDivElement>(null)
  const chosenId = chosen?.id ?? null
  // The focus follows the choice; before one, the first option has it.
  useEffect(() => {
    const box = group.current
    if (chosenId !== null) box?.querySelector<HTMLElement>('input:checked')?.focus()
    else if (!box?.contains(document.activeElement)) box?.querySelector('input')?.focus()
  }, [chosenId])
  return (
    <div ref={group} role="radiogroup" aria-label="Freight options" className="grid auto-rows-fr gap-1.5">
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          option={option}
          digit={index < 9 ? String(index + 1) : null}
          checked={option.id === chosenId}
          reason={option.id === marked?.option.id ? marked.reason : null}
          disabled={disabled}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface OptionRowProps {
  option: FreightOption
  /** The digit key that chooses it; null after the ninth. */
  digit: string | null
  checked: boolean
  /** Why a courier rule marks it; null if none does. */
  reason: string | null
  disabled: boolean
  onChoose(id: string): void
}

function OptionRow({ option, digit, checked, reason, disabled, onChoose }: OptionRowProps) {
  return (
    <label
      className={cn(
        'grid min-h-[58px] grid-cols-[18px_32px_minmax(0,1fr)_auto] items-center gap-x-3 max-sm:grid-cols-[32px_minmax(0,1fr)_auto] rounded-l border border-line px-3 py-2 hover:bg-hover-raised',
        // Once an option is chosen, its border also shows the focus.
        !checked && 'has-focus:outline-2 has-focus:outline-offset-1 has-focus:outline-accent-ink',
        checked &&
          'border-accent-ink bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent-ink)] hover:bg-accent-soft',
      )}
    >
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
          {option.cheapest && <Badge tone="lime">Cheapest</Badge>}
        </span>
        <span className="block text-balance text-small text-fg-2">{option.service}</span>
        {reason !== null && (
          <span className="flex items-center gap-1.5 text-small font-medium text-sky-ink">
            {reason}
            <CommandKeys id="freight.by-rule" className="max-sm:hidden" />
          </span>
        )}
      </span>
      <span className="text-[15px]/[20px] font-semibold tabular">{formatCents(option.cost)}</span>
    </label>
  )
}

/** Couriers without a price, with the reason. They cannot be chosen (reading 47). */
function Refusals({ refusals, unreadable }: { refusals: readonly FreightRefusal[]; unreadable: number }) {
  if (refusals.length === 0 && unreadable === 0) return null
  return (
    <section aria-labelledby="no-price">
      <h3 id="no-price" className="py-1 text-micro text-fg-3">
        No price
      </h3>
      <ul className="text-small text-fg-2">
        {refusals.map(({ courier, reason }) => (
          <li
            key={`${courier} ${reason}`}
            className="grid min-h-7 grid-cols-[108px_minmax(0,1fr)] items-center gap-3 border-t border-line-soft py-1"
          >
            <span>{courier}</span>
            <span className="text-fg-3">{reason}</span>
          </li>
        ))}
        {unreadable > 0 && (
          <li className="border-t border-line-soft py-1.5">
            {counted(unreadable, 'answer')} could not be read
          </li>
        )}
      </ul>
    </section>
  )
}
