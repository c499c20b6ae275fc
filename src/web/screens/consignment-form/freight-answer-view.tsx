import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { counted } from '../../../domain/format/text.ts'
import type { OptionByRule } from '../../../domain/freight/courier-rules.ts'
import type { FreightOption, FreightRefusal } from '../../../domain/freight/freight-options.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/failure.ts'
import type { FreightPrices } from '../../api/freight.ts'
import { RetryButton } from '../../commands/retry-button.tsx'
import type { Failure } from '../../form/use-submission.ts'
import { cn } from '../../lib/cn.ts'
import { OVERDUE_MS, useLate } from '../../lib/use-late.ts'
import { installation } from '../../state/installation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { OptionRow } from './option-row.tsx'
import type { RuledOption } from './use-option-by-rule.ts'

/** The label of buttons that request new prices. */
export const PRICE_AGAIN = 'Get new prices'

interface FreightAnswerProps {
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
  const group = useRef<HTMLDivElement>(null)
  const chosenId = chosen?.id ?? null
  // The focus follows the choice; before one, the first option has it.
  useEffect(() => {
    const input = chosenId === null ? 'input' : 'input:checked'
    group.current?.querySelector<HTMLElement>(input)?.focus()
  }, [chosenId])
  return (
    <div
      ref={group}
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
