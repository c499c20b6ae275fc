import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { counted } from '../../../domain/format/text.ts'
import { type OptionByRule, optionByRule, requirementsByRule } from '../../../domain/freight/courier-rules.ts'
import { courierInitials } from '../../../domain/freight/couriers.ts'
import type { FreightOption, FreightRefusal } from '../../../domain/freight/freight-options.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { courierRulesQuery, type FreightPrices, rulesOfConsignment } from '../../api/freight.ts'
import { RetryButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import type { Failure } from '../../form/use-submission.ts'
import { cn } from '../../lib/cn.ts'
import { takeFocus } from '../../lib/return-focus.ts'
import { OVERDUE_MS, useLate } from '../../lib/use-late.ts'
import { installation } from '../../state/installation.ts'
import { Alert, FailureText } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { Spinner } from '../../ui/progress.tsx'

/** The label of buttons that request new prices. */
export const PRICE_AGAIN = 'Get new prices'

export interface FreightAnswerProps {
  prices: UseQueryResult<FreightPrices>
  /** Whether the prices can no longer be booked. */
  expired: boolean
  /** Requests new prices. */
  onPriceAgain(): void
  chosen: FreightOption | null
  byRule: RuledOption
  /** Whether a booking is pending. */
  disabled: boolean
  onChoose(id: string): void
  /** The options whose price parts are shown, by id. */
  unfolded: ReadonlySet<string>
  onUnfold(id: string, shown: boolean): void
  /** Why the booking failed; null if it has not. */
  failure: Failure | null
}

/** The response to the pricing request: prices to choose from, refusals, or the failure. */
export function FreightAnswerView(props: FreightAnswerProps) {
  const { prices, expired, onPriceAgain, chosen, byRule, disabled, onChoose, unfolded, onUnfold } = props
  const { failure } = props
  const { data, error, isFetching, refetch } = prices
  if (isFetching) return <Loading />
  if (error)
    return (
      <Failed
        message={MESSAGES.freightOptions}
        reason={refusalOf(error).reason}
        action={<RetryButton layer="dialog" onRetry={() => void refetch()} />}
      />
    )
  if (!data) return null
  return (
    <div className="grid gap-3">
      {failure && (
        <Failed
          message={MESSAGES.consignmentCreate}
          reason={failure.reason}
          hint={failure.mayHaveHappened ? howToTryAgain() : null}
          // Not offered after a booking with an unknown outcome: another price could be booked in addition to it.
          action={failure.mayHaveHappened ? null : <Button onClick={onPriceAgain}>{PRICE_AGAIN}</Button>}
        />
      )}
      {expired && (
        <Alert tone="warning" title="These prices have expired.">
          Enter gets new prices.
        </Alert>
      )}
      {data.options.length > 0 ? (
        <Options
          expired={expired}
          options={data.options}
          chosen={chosen}
          marked={byRule.marked}
          disabled={disabled}
          onChoose={onChoose}
          unfolded={unfolded}
          onUnfold={onUnfold}
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

function Loading() {
  const isOverdue = useLate(true, OVERDUE_MS)
  return (
    <div className="grid justify-items-center gap-3 py-8 text-center">
      <Spinner label="Loading options" />
      {isOverdue && (
        <p role="status">
          <span className="block font-medium">Still waiting for the couriers’ prices</span>
          <span className="text-fg-2">
            The server has not answered yet. Cancel returns to the form, which keeps everything.
          </span>
        </p>
      )}
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
      <FailureText message={message} reason={reason} />
      {hint !== null && <p className="text-fg-2">{hint}</p>}
    </Alert>
  )
}

interface OptionsProps
  extends Pick<FreightAnswerProps, 'expired' | 'chosen' | 'disabled' | 'onChoose' | 'unfolded' | 'onUnfold'> {
  options: readonly FreightOption[]
  marked: OptionByRule | null
}

function Options({ options, expired, chosen, marked, disabled, onChoose, unfolded, onUnfold }: OptionsProps) {
  const chosenId = chosen?.id ?? null
  return (
    <div
      role="radiogroup"
      aria-label="Freight options"
      className={cn('grid gap-1.5', unfolded.size === 0 && 'auto-rows-fr')}
    >
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          option={option}
          expired={expired}
          digit={index < 9 ? String(index + 1) : null}
          checked={option.id === chosenId}
          // The focus follows the choice; before one, the first option has it.
          focused={chosenId === null ? index === 0 : option.id === chosenId}
          reason={option.id === marked?.option.id ? marked.reason : null}
          disabled={disabled}
          onChoose={onChoose}
          unfolded={unfolded.has(option.id)}
          onUnfold={onUnfold}
        />
      ))}
    </div>
  )
}

/** Couriers without a price, with the reason. They cannot be chosen (FRT-14). */
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

interface OptionRowProps {
  option: FreightOption
  /** Whether its price can no longer be booked. */
  expired: boolean
  /** The digit key that chooses it; null after the ninth. */
  digit: string | null
  checked: boolean
  /** Whether it takes the focus. */
  focused: boolean
  /** Why a courier rule marks it; null if none does. */
  reason: string | null
  disabled: boolean
  onChoose(id: string): void
  /** Whether the parts of its price are shown. */
  unfolded: boolean
  onUnfold(id: string, shown: boolean): void
}

/** A price with its radio button. Where the courier tells what the price is made of, it can be unfolded. */
function OptionRow(props: OptionRowProps) {
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

function OptionLabel(props: OptionRowProps) {
  const { option, expired, digit, checked, focused, reason, disabled, onChoose } = props
  return (
    <label className="grid min-h-[56px] min-w-0 flex-1 grid-cols-[18px_32px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 max-sm:grid-cols-[32px_minmax(0,1fr)_auto]">
      <input
        ref={focused ? takeFocus : undefined}
        type="radio"
        name="freight-option"
        className="sr-only"
        aria-keyshortcuts={digit ?? undefined}
        checked={checked}
        onChange={() => !disabled && onChoose(option.id)}
      />
      <span className="grid max-sm:hidden">
        {digit !== null && (
          <Kbd className={cn(checked && 'border-accent-ink! text-accent-ink!')}>{digit}</Kbd>
        )}
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

/** Font size by the number of letters, in units of the drawing. */
const SIZES = [13, 13, 12, 10.5] as const

/** The drawing for a courier: its initials on a parcel's label. Hidden from screen readers. */
function CourierMark(courier: Pick<FreightOption, 'slug' | 'courier'>) {
  const initials = courierInitials(courier)
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect x="0.5" y="0.5" width="31" height="31" rx="5.5" className="fill-grey-bg stroke-grey-line" />
      <path d="M7 26.5h18" strokeWidth="1" className="stroke-grey-line" />
      <text
        x="16"
        y="16.2"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={SIZES[initials.length] ?? 10.5}
        className="fill-grey-ink font-mono font-semibold tracking-[-0.02em]"
      >
        {initials}
      </text>
    </svg>
  )
}

export interface RuledOption {
  /** The option that a courier rule marks; null if none does. */
  marked: OptionByRule | null
  /** What courier rules require, as sentences. */
  requirements: readonly string[]
  /** Whether the rules could not be loaded. */
  isUnknown: boolean
}

/** What the courier rules say about a consignment and its options. Without the capability that is nothing. */
export function useOptionByRule(payload: ConsignmentPayload, options: readonly FreightOption[]): RuledOption {
  const { data, isError } = useQuery(courierRulesQuery(payload))
  const known = data ? rulesOfConsignment(data, payload) : null
  if (known === null) return { marked: null, requirements: [], isUnknown: isError || data !== undefined }
  const { rules, facts } = known
  return {
    marked: optionByRule(rules, facts, options),
    requirements: requirementsByRule(rules, facts),
    isUnknown: false,
  }
}

/** What the courier rules require of a consignment: beside its form, and above its prices. */
export function Requirements({
  requirements,
  className,
}: {
  requirements: readonly string[]
  className?: string
}) {
  if (requirements.length === 0) return null
  return (
    <Alert tone="warning" className={className}>
      <ul aria-label="Courier rules">
        {requirements.map((text) => (
          <li key={text} className="font-medium">
            {text}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
