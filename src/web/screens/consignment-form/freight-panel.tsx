import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import {
  type FreightOption,
  havePricesExpired,
  isTooSoon,
  QUOTE_LASTS_MINUTES,
} from '../../../domain/freight/freight-options.ts'
import { formatVolume, formatWeight, type ParcelTotals } from '../../../domain/freight/parcels.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { optionSaid, whyNoneSaid } from '../../../domain/sentences/ship-sentence.ts'
import { mayHaveHappened, refusalOf } from '../../api/client.ts'
import { bookOrAsk, freightPrices } from '../../api/freight.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useCommandTarget, useDialogTarget, useLayer } from '../../commands/targets.ts'
import { useSubmission, WAITING } from '../../form/use-submission.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { now, useNow } from '../../state/clock.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { notify, notifyAbout } from '../../state/toasts.ts'
import { noteUsual } from '../../storage/usual-values.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/dialog.tsx'
import {
  type FreightAnswerProps,
  FreightAnswerView,
  PRICE_AGAIN,
  Requirements,
  type RuledOption,
  useOptionByRule,
} from './freight-answer-view.tsx'

interface FreightPanelProps {
  /** The payload to price and book. */
  payload: ConsignmentPayload
  totals: ParcelTotals
  /** The reference of another consignment of a shipped order; null for an order's own. */
  reference: string | null
  /** The courier that was typed in a sentence, which is then chosen; null if none was. */
  courier: string | null
  /** Why nothing can be booked any more; null if it can. */
  refused: string | null
  /** What must be confirmed by a second Enter before anything is booked; null if nothing. */
  caution: string | null
  /** Address of the form, for the link in a notice about a failure. */
  formPath: string
  onClose(): void
  /**
   * The id is null if the back end did not report it.
   * @param here whether this panel is still on screen
   */
  onBooked(consignmentId: string | null, here: boolean): void
}

const CONSIGN = 'Consign'
const LOADING = 'The options are still loading'
const NOT_CHOSEN = 'Choose an option first'

/** Prices of the couriers, and the button that books one of them (FRT-13). */
export function FreightPanel(props: FreightPanelProps) {
  const { payload, totals, refused, caution, onClose } = props
  const booking = useFreightBooking(props)
  const { prices, chosen, choose, byRule, busy, blocked, hasExpired, priceAgain, consign, isAsked } = booking
  const { unfolded, unfold } = useUnfolded()
  const confirmLabel = hasExpired() ? PRICE_AGAIN : CONSIGN
  useLayer('dialog', true)
  usePanelCommands({ ...booking, confirmLabel, refused, unfold, close: onClose })
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent
        onOpenAutoFocus={focusItself}
        onInteractOutside={(event) => busy && event.preventDefault()}
        className="top-0 right-0 bottom-7 left-auto max-h-none w-[460px] max-w-full translate-0 rounded-none border-y-0 border-r-0 max-sm:bottom-0 max-sm:w-full max-sm:border-0"
      >
        <DialogHeader className="gap-0 border-b border-line pt-3.5">
          <DialogTitle>{TITLE}</DialogTitle>
          <DialogDescription className="text-small">
            Choose the most suitable freight option for this order
          </DialogDescription>
        </DialogHeader>
        <Summary payload={payload} totals={totals} />
        <DialogBody className="px-4 py-3">
          {refused !== null && <Alert tone="error" title={`${refused}.`} className="mb-3" />}
          {refused === null && caution !== null && (
            <Alert tone="error" title={`${caution}.`} className="mb-3">
              {isAsked && <p>{`Press ${CONSIGN} again to book it anyway.`}</p>}
            </Alert>
          )}
          {booking.unmet !== null && <Alert tone="info" title={`${booking.unmet}.`} className="mb-3" />}
          <Requirements requirements={byRule.requirements} className="mb-3" />
          <FreightAnswerView
            prices={prices}
            expired={hasExpired()}
            onPriceAgain={priceAgain}
            chosen={chosen}
            byRule={byRule}
            disabled={busy}
            onChoose={choose}
            unfolded={unfolded}
            onUnfold={unfold}
            failure={booking.failure}
          />
        </DialogBody>
        <DialogFooter className="px-4">
          <Chosen option={chosen} />
          <Button onClick={onClose} aria-disabled={busy || undefined}>
            Cancel
            <CommandKeys id="dialog.cancel" className="max-sm:hidden" />
          </Button>
          <Button
            variant="primary"
            busy={busy}
            aria-disabled={blocked !== null || undefined}
            onClick={consign}
          >
            {confirmLabel}
            <CommandKeys id="freight.consign" className="max-sm:hidden" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface FreightBooking {
  prices: FreightAnswerProps['prices']
  /** The options on screen: after a failed request, earlier prices are still in `prices.data`. */
  options: readonly FreightOption[]
  byRule: RuledOption
  chosen: FreightOption | null
  /** Why no option is chosen although a courier was typed; null if that is no matter. */
  unmet: string | null
  /** Stable. */
  choose(id: string): void
  /** Whether a booking is under way or done. */
  busy: boolean
  /** Why nothing can be booked now; null if it can. */
  blocked: string | null
  failure: FreightAnswerProps['failure']
  /** Whether the prices have expired, at the time of the call. */
  hasExpired(): boolean
  priceAgain(): void
  /** Books an option, or requests the prices again if they have expired. */
  book(quoteId: string): void
  /** Books the chosen option. */
  consign(): void
  /** Whether the user was asked to confirm the caution once more. */
  isAsked: boolean
  /** Whether an Enter pressed at this time, in ms, would book what a sentence chose, before anybody could have read its price. */
  isUnread(at: number): boolean
}

/** The prices of a consignment and the booking of one of them. */
function useFreightBooking(props: FreightPanelProps): FreightBooking {
  const { payload, reference, courier, refused, caution, formPath, onBooked } = props
  const prices = useQuery(freightPrices(payload))
  const options = prices.isSuccess && !prices.isFetching ? prices.data.options : NONE
  const ruled = useOptionByRule(payload, options)
  const byRule = { ...ruled, requirements: prices.data?.rules?.requirements ?? ruled.requirements }
  const { said, isSaid, chosen, choose, forget, unmet } = useChoice(courier, options, byRule)
  const [booked, setBooked] = useState(false)
  const isTypedAhead = useTypedAhead(options, said)
  const isUnread = (at: number) => isSaid && isTypedAhead(at)
  useWait(
    prices.isFetching ? { label: 'the freight options', record: null, holds: 'all' } : null,
    prices.isError ? { type: 'failed', reason: MESSAGES.freightOptions } : ARRIVED,
  )
  const submission = useSubmission({
    label: 'the booking',
    action: (quoteId: string) => bookOrAsk(payload, quoteId, reference),
    failureOf: (error) => ({ ...refusalOf(error), mayHaveHappened: mayHaveHappened(error) }),
    onDone(consignmentId, here) {
      setBooked(true)
      onBooked(consignmentId, here)
    },
    onFailed(here) {
      choose(null)
      if (!here) notifyElsewhere(payload, formPath)
    },
  })
  const busy = submission.busy || booked
  const { requestedAt = null } = options.length > 0 ? (prices.data ?? {}) : {}
  const hasExpired = useHasExpired(requestedAt)
  const blocked = refused ?? blockedBecause(prices.isFetching, busy, hasExpired() || chosen !== null)
  const priceAgain = () => {
    forget()
    void prices.refetch()
  }
  const [asked, setAsked] = useState<string | null>(null)
  const isAsked = caution !== null && asked === caution
  const book = (quoteId: string) => {
    if (hasExpired()) priceAgain()
    else if (caution !== null && !isAsked) setAsked(caution)
    else {
      const { slug = null } = options.find(({ id }) => id === quoteId) ?? {}
      noteUsual(nonBlank(payload.customer_id), { courier: slug })
      submission.submit(quoteId)
    }
  }
  const consign = () => {
    if (blocked !== null) return
    if (hasExpired()) priceAgain()
    else if (chosen) book(chosen.id)
  }
  const { failure } = submission
  return {
    isAsked,
    isUnread,
    prices,
    options,
    byRule,
    chosen,
    unmet,
    choose,
    busy,
    blocked,
    failure,
    hasExpired,
    priceAgain,
    book,
    consign,
  }
}

const NONE: readonly FreightOption[] = []

interface Choice {
  /** The option of the courier that was typed; null if there is none. */
  said: FreightOption | null
  /** Whether that is what is chosen, and not by a key of the panel. */
  isSaid: boolean
  /** The option that the user has chosen; before that, the one that was typed. */
  chosen: FreightOption | null
  /** Both are stable. */
  choose(id: string | null): void
  forget(): void
  unmet: FreightBooking['unmet']
}

function useChoice(
  courier: string | null,
  options: readonly FreightOption[],
  { marked }: RuledOption,
): Choice {
  const [choice, setChoice] = useState<{ id: string | null } | null>(null)
  const said = courier === null ? null : optionSaid(courier, options, marked?.option ?? null)
  const chosen = choice ? (options.find(({ id }) => id === choice.id) ?? null) : said
  const isUnmet = courier !== null && options.length > 0 && said === null && choice === null
  return {
    said,
    isSaid: choice === null && said !== null,
    chosen,
    choose: useCallback((id) => setChoice({ id }), []),
    forget: useCallback(() => setChoice(null), []),
    unmet: isUnmet ? whyNoneSaid(courier) : null,
  }
}

/** Says of keys whether they were pressed before the options on screen could be read. */
function useTypedAhead(
  options: readonly FreightOption[],
  said: FreightOption | null,
): (at: number) => boolean {
  const [shownAt, setShownAt] = useState(Number.POSITIVE_INFINITY)
  // Until it is known, keys that waited for the options are pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new list of options, and what is chosen in it
  useLayoutEffect(() => {
    setShownAt(options.length > 0 ? performance.now() : Number.POSITIVE_INFINITY)
  }, [options, said])
  return (at) => isTooSoon(at, shownAt)
}

/** Focuses the panel instead of its first button, so that Enter does nothing before an option is chosen. */
function focusItself(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus()
}

function notifyElsewhere({ order_id }: ConsignmentPayload, path: string): void {
  const text = `${order_id === '' ? '' : `Order ${order_id}: `}${MESSAGES.consignmentCreate}`
  notifyAbout([order_id], 'error', text, { link: { label: 'Open the form', path } })
}

function blockedBecause(loading: boolean, busy: boolean, ready: boolean): string | null {
  if (loading) return LOADING
  if (busy) return WAITING
  return ready ? null : NOT_CHOSEN
}

/** How often the prices on screen are checked for their age. A key checks it again. */
const CHECK_MS = 15_000

/**
 * Whether prices have expired, at the time of the call. Renders again when they do.
 * @param requestedAt null without prices
 */
function useHasExpired(requestedAt: number | null): () => boolean {
  useNow(CHECK_MS)
  return () => requestedAt !== null && havePricesExpired(requestedAt, now())
}

/**
 * The option that a key chooses: a digit chooses the option with this number, ↑ and ↓ an adjacent one, wrapping
 * around.
 */
function optionFor(
  chord: string | undefined,
  options: readonly FreightOption[],
  chosen: FreightOption | null,
): FreightOption | undefined {
  if (chord === undefined || options.length === 0) return undefined
  if (/^[1-9]$/.test(chord)) return options[Number(chord) - 1]
  const at = chosen ? options.indexOf(chosen) : -1
  if (chord === 'ArrowDown' || chord === 'ArrowRight') return options[(at + 1) % options.length]
  if (chord === 'ArrowUp' || chord === 'ArrowLeft') return options.at(at < 0 ? -1 : at - 1)
  return undefined
}

/** Parcels and destination, to be checked before booking. */
function Summary({ payload, totals }: Pick<FreightPanelProps, 'payload' | 'totals'>) {
  const { city, suburb, street, postcode } = payload
  const place = [city || suburb || street, postcode].filter((part) => part !== '').join(' ')
  return (
    <p className="flex flex-wrap gap-x-5 border-b border-line bg-surface-2 px-4 py-2 text-small text-fg-2 tabular [&_b]:font-medium [&_b]:text-fg">
      <span>
        <b>{totals.parcels}</b> {totals.parcels === 1 ? 'parcel' : 'parcels'}
      </span>
      <span>
        <b>{formatWeight(totals.weight)}</b> kg
      </span>
      <span>
        <b>{formatVolume(totals.volume)}</b> m3
      </span>
      <span>
        to <b>{place}</b>
      </span>
    </p>
  )
}

/** The chosen option in words, left of the buttons. */
function Chosen({ option }: { option: FreightOption | null }) {
  return (
    <p className="mr-auto grid min-w-0 text-small text-fg-2" aria-live="polite">
      {option && (
        <>
          <b className="truncate text-[13px]/[18px] font-semibold text-fg tabular">
            {option.courier}, {formatCents(option.cost)}
          </b>
          Excl. GST, good for {QUOTE_LASTS_MINUTES} min
        </>
      )}
    </p>
  )
}

const TITLE = 'Freight options'

interface PanelCommands extends FreightBooking {
  confirmLabel: string
  refused: string | null
  unfold(id: string, shown: boolean): void
  close(): void
}

/** Makes the open panel the target of its commands, and of those of dialogs. */
function usePanelCommands(parts: PanelCommands): void {
  const { options, byRule, blocked, confirmLabel, choose, close } = parts
  const hasParts = partsOf(parts) !== null
  const marked = byRule.marked?.option.id ?? null
  // Rendered at once, because an Enter that follows in the same event books the choice.
  const press = useStableCallback((stroke: Stroke, at: number) => flushSync(() => pressIn(parts, stroke, at)))
  const consign = useStableCallback(parts.consign)
  useDialogTarget({ title: TITLE, confirmLabel, blocked, confirm: consign, cancel: close })
  useCommandTarget(
    'freight',
    useMemo(() => {
      const chooseCheapest = () => {
        const cheapest = options.find((option) => option.cheapest)
        if (cheapest) choose(cheapest.id)
      }
      const chooseByRule = marked === null ? null : () => choose(marked)
      return { options: options.length, hasParts, blocked, press, chooseCheapest, chooseByRule, consign }
    }, [options, hasParts, marked, blocked, choose, press, consign]),
  )
}

/** The option whose price parts the arrow keys show or hide; null if it has none. */
function partsOf({ options, chosen }: Pick<FreightBooking, 'options' | 'chosen'>): FreightOption | null {
  // Before an option is chosen, the first one has the focus.
  const focused = chosen ?? options[0]
  return focused && focused.breakdown.length > 0 ? focused : null
}

const UNREAD = 'Nothing is booked: the prices had not been read yet'

/** Handles a key of the panel. Returns whether it has a meaning there. */
function pressIn(parts: PanelCommands, { chord, repeat }: Stroke, at: number): boolean {
  if (parts.busy) return false
  if (repeat && !chord.startsWith('Arrow')) return true
  const [, digit] = /^shift\+([1-9])$/.exec(chord) ?? []
  if (/^(mod\+)?Enter$/.test(chord) && parts.isUnread(at)) {
    notify('info', UNREAD)
    return true
  }
  const withParts = partsOf(parts)
  const unfolds = UNFOLDS[chord]
  if (withParts && unfolds !== undefined) {
    parts.unfold(withParts.id, unfolds)
    return true
  }
  const option = optionFor(digit ?? chord, parts.options, parts.chosen)
  if (!option) return false
  parts.choose(option.id)
  // A digit says which option, so that it books one that is typed ahead; an Enter says none.
  if (digit !== undefined && parts.refused === null) parts.book(option.id)
  return true
}

/** Whether a key shows or hides the parts of the chosen option's price. */
const UNFOLDS: Readonly<Record<string, boolean | undefined>> = { ArrowRight: true, ArrowLeft: false }

/** The options whose price parts are shown, by id. */
function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set<string>())
  const unfold = useCallback((id: string, shown: boolean) => {
    setUnfolded((ids) => new Set(shown ? [...ids, id] : [...ids].filter((shownId) => shownId !== id)))
  }, [])
  return { unfolded, unfold }
}
