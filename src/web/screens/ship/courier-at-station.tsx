import { TriangleAlert } from 'lucide-react'
import { formatCents } from '../../../domain/format/money.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { reasonBeside } from '../../lib/reason-beside.ts'
import { OVERDUE_MS, useLate } from '../../lib/use-late.ts'
import { useNow } from '../../state/clock.ts'
import { Spinner } from '../../ui/progress.tsx'
import { areStale, askedFirst, isBookable } from './confirm.ts'
import type { Opened, Phase, Prices } from './station.ts'
import { dispatchStation } from './station-store.ts'

interface CourierAtStationProps {
  opened: Opened
  phase: Phase
  /** Whether the consignment is still being prepared. */
  isPreparing: boolean
}

/** The courier that Enter books, why it is proposed, and the other options. */
export function CourierAtStation({ opened, phase, isPreparing }: CourierAtStationProps) {
  const { prices, missing } = opened
  return (
    <section
      aria-label="Courier"
      className={cn(
        'grid content-start gap-4 rounded-xl p-5 max-sm:p-4',
        isVerified(opened)
          ? 'bg-green-bg inset-ring-4 inset-ring-green-line'
          : 'bg-surface-2 inset-ring inset-ring-line',
      )}
    >
      {prices.state === 'none' && !isPreparing && missing !== null && (
        <div>
          <p className="text-[22px]/[30px] font-medium text-amber-ink">{missing}</p>
          <p className="mt-2 text-[16px]/[24px] text-fg-2">
            <CommandKeys id="ship.freight" className="align-middle" /> opens its address and parcels
          </p>
        </div>
      )}
      {(prices.state === 'loading' || (prices.state === 'none' && isPreparing)) && (
        <Loading isPriced={prices.state === 'loading'} />
      )}
      {prices.state === 'failed' && (
        <div className="text-[20px]/[28px]">
          <p className="font-semibold text-danger-ink">{MESSAGES.freightOptions}</p>
          <p className="text-fg-2">{reasonBeside(MESSAGES.freightOptions, prices.reason)}</p>
          <p>Enter tries again.</p>
        </div>
      )}
      {prices.state === 'shown' && <Shown opened={opened} prices={prices} phase={phase} />}
    </section>
  )
}

/** @param isPriced whether the prices are pending, or what the consignment needs before it is priced */
function Loading({ isPriced }: { isPriced: boolean }) {
  const isOverdue = useLate(true, OVERDUE_MS)
  return (
    <div className="grid gap-2 text-fg-2">
      <p className="flex items-center gap-3 text-[22px]/[30px]">
        <Spinner label="Loading prices" /> Loading prices
      </p>
      {isOverdue && (
        <p role="status" className="text-[16px]/[24px]">
          {isPriced
            ? 'Still waiting for the couriers’ prices.'
            : 'Still waiting for the order’s address and weight.'}{' '}
          <CommandKeys id="ship.back" className="align-middle" /> cancels.
        </p>
      )}
    </div>
  )
}

/** How often the age of the prices is checked. */
const CHECK_MS = 15_000

const NOTE = 'mt-3 flex items-center gap-3 text-[20px]/[28px]'

type ShownPrices = Extract<Prices, { state: 'shown' }>

/** The effect of Enter on an order whose price is chosen. */
function enterNote(opened: Opened, alert: string | null, stale: boolean): string {
  if (alert !== null && alert === askedFirst(opened)) return 'Enter books it anyway'
  if (alert !== null) return 'Enter closes the message'
  if (stale && isBookable(opened)) return 'This price has expired: Enter gets a new one'
  return isBookable(opened) ? 'Enter books and prints' : 'Scan the items first'
}

interface ShownProps {
  opened: Opened
  prices: ShownPrices
  phase: Phase
}

function Shown({ opened, prices, phase }: ShownProps) {
  const { options, refusals, requirements, proposal, chosenId } = prices
  const chosen = options.find(({ id }) => id === chosenId)
  useNow(CHECK_MS)
  const stale = areStale(prices, performance.now())
  return (
    <>
      <div role="status">
        {chosen ? (
          <>
            <Chosen option={chosen} isVerified={isVerified(opened)} />
            <p className="mt-1 text-[20px]/[28px] font-medium text-sky-ink">
              {chosen.id === proposal?.id ? proposal.reason : 'chosen by hand'}
            </p>
            {phase.name === 'open' && <p className={NOTE}>{enterNote(opened, phase.alert, stale)}</p>}
            {phase.name === 'booking' && (
              <p className={NOTE}>
                <Spinner label="Booking" /> Booking
              </p>
            )}
          </>
        ) : (
          <p className="text-[22px]/[30px] font-medium text-amber-ink">
            {options.length > 0 ? 'Choose a courier with ↑ or ↓' : 'No courier gave a price for this parcel'}
          </p>
        )}
      </div>
      {requirements.length > 0 && (
        <ul aria-label="Courier rules" className="grid gap-1">
          {requirements.map((text) => (
            <li key={text} className="flex items-start gap-2.5 text-[20px]/[28px] font-medium text-amber-ink">
              <TriangleAlert className="mt-1 size-5 shrink-0" aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Freight options" className="grid gap-1">
        {options.map((option) => (
          <Option
            key={option.id}
            option={option}
            isChosen={option.id === chosenId}
            isDisabled={phase.name !== 'open'}
          />
        ))}
        {refusals.map(({ courier, reason }) => (
          <li key={`${courier} ${reason}`} className="px-3 py-1 text-[14px]/[20px] text-fg-3">
            {courier}: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether all items were scanned and Enter books: it is seen from a distance after the last right scan (SHIP-5). */
function isVerified(opened: Opened): boolean {
  return opened.items.length > 0 && isBookable(opened)
}

function Chosen({ option, isVerified }: { option: FreightOption; isVerified: boolean }) {
  const [courier, cost] = isVerified
    ? ['text-[52px]/[58px]', 'text-[76px]/[84px]']
    : ['text-[36px]/[44px]', 'text-[48px]/[56px]']
  return (
    <>
      <p className={cn('font-semibold max-sm:text-[26px]/[34px]', courier)}>{option.courier}</p>
      <p className={cn('font-semibold tabular max-sm:text-[36px]/[44px]', cost)}>
        {formatCents(option.cost)}
      </p>
      <p className="text-[18px]/[26px] text-fg-2">{option.service}</p>
    </>
  )
}

interface OptionProps {
  option: FreightOption
  isChosen: boolean
  isDisabled: boolean
}

function Option({ option: { id, courier, service, cost }, isChosen, isDisabled }: OptionProps) {
  return (
    <li>
      <button
        type="button"
        // The scan field keeps the focus; ↑ and ↓ choose from there.
        tabIndex={-1}
        aria-pressed={isChosen}
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && dispatchStation({ type: 'choose', id })}
        className={cn(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-m px-3 py-1.5 text-left text-[16px]/[24px] hover:bg-hover max-sm:min-h-11',
          isChosen && 'bg-accent-soft inset-ring-2 inset-ring-accent-ink hover:bg-accent-soft',
        )}
      >
        <span className="min-w-0">
          {courier} <span className="text-fg-2">{service}</span>
        </span>
        <span className="font-semibold tabular">{formatCents(cost)}</span>
      </button>
    </li>
  )
}
