import { skipToken, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import type { StationTarget } from '../../../../commands/engine/targets.ts'
import type { Order } from '../../../contract/orders.ts'
import { stillToScan } from '../../../domain/orders/item-check.ts'
import { recordKey } from '../../api/record-source.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { ownsKey, strokeOfEvent } from '../../commands/key-press.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { OrderNotes } from '../../record/order-notes.tsx'
import { installation } from '../../state/installation.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { store } from '../../state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { askedFirst, isBookable } from './confirm.ts'
import { CourierAtStation } from './courier-at-station.tsx'
import { OrderAtStation } from './order-at-station.tsx'
import type { Opened, Phase, Station } from './station.ts'
import { StationMessage } from './station-message.tsx'
import { dispatchStation, stationAtom } from './station-store.ts'
import { useStationForm } from './use-station-form.ts'

/** The ship station: scan an order, check it, press Enter. */
export function Component() {
  const station = useAtomValue(stationAtom)
  const { phase, text } = station
  const field = useRef<HTMLInputElement>(null)
  const opened = openedIn(phase)
  useStationTarget(station, opened, field)
  useOpeningWait(phase)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: returns the focus to the scan field
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the scan field
    <div className="scroll-pane p-4 pt-0 max-sm:p-3" onClick={(event) => refocus(event, field.current)}>
      <div className="flex h-11 items-center max-sm:sr-only">
        <h1 className="text-title">Ship station</h1>
      </div>
      <div className="detail-width grid gap-5">
        <ScanField
          field={field}
          text={text}
          takesItems={installation.verifiesItems && opened !== null}
          books={enterIn(station) === 'book'}
        />
        <StationMessage phase={phase} />
        {phase.name === 'opening' && (
          <p role="status" className="flex items-center gap-3 text-[22px]/[30px] text-fg-2">
            <Spinner label={`Opening ${phase.code}`} /> Opening {phase.code}
          </p>
        )}
        {phase.name === 'waiting' && (
          <p className="text-[22px]/[30px] text-fg-2">
            Scan an order. Enter then books it and prints its label.
          </p>
        )}
        {opened && <Opening key={opened.order.code} opened={opened} phase={phase} />}
      </div>
    </div>
  )
}

/** The keys that act on the order at the station. */
const FOR_ORDER = {
  commands: [
    'parcels.preset-1',
    'parcels.preset-2',
    'parcels.preset-3',
    'parcels.preset-4',
    'parcels.as-last',
    'ship.next-option',
    'ship.previous-option',
    'ship.freight',
  ],
} as const

/** Lets keys for an order wait while it is opened. They are dropped if the station then shows a message instead. */
function useOpeningWait(phase: Phase): void {
  const failure = phase.name === 'refused' ? phase.reason : phase.name === 'open' ? phase.alert : null
  useWait(
    phase.name === 'opening' ? { label: phase.code, record: null, holds: FOR_ORDER } : null,
    failure === null ? ARRIVED : { type: 'failed', reason: failure },
  )
}

/** The order that the station shows; null if it shows none. */
function openedIn(phase: Phase): Opened | null {
  switch (phase.name) {
    case 'open':
    case 'booking':
    case 'booked':
      return phase.opened
    case 'unknown':
      return phase.doubt.opened
    case 'opening':
      return phase.behind
    default:
      return null
  }
}

function Opening({ opened, phase }: { opened: Opened; phase: Phase }) {
  const { form, verifying, pending } = useStationForm(opened, phase)
  useChanges(opened)
  if (phase.name === 'booked') return null
  return (
    <>
      <OrderNotes
        order={opened.order}
        className="px-5 py-3 text-[22px]/[30px] max-sm:px-4 max-sm:text-[18px]/[26px]"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,42%)] gap-8 max-sm:grid-cols-1 max-sm:gap-4">
        <OrderAtStation opened={opened} form={form} isVerifying={verifying} />
        <CourierAtStation opened={opened} phase={phase} isPreparing={pending} />
      </div>
    </>
  )
}

/** Tells the station what becomes of its order while it is open, as far as this browser learns of it. */
function useChanges({ order }: Opened): void {
  const { data } = useQuery<Order>({ queryKey: recordKey('order', order.code), queryFn: skipToken })
  useEffect(() => {
    if (data && data !== order) dispatchStation({ type: 'changed', order: data })
  }, [data, order])
}

/** The effect of Enter, for the hint bar. */
function enterIn({ text, phase }: Station): StationTarget['enter'] {
  if (text !== '' || phase.name === 'waiting' || phase.name === 'refused' || phase.name === 'booked')
    return 'open'
  if (phase.name === 'unknown') return installation.capabilities.has('book-once') ? 'book' : 'open'
  if (phase.name !== 'open') return null
  if (phase.alert !== null && phase.alert !== askedFirst(phase.opened)) return null
  if (phase.opened.prices.state === 'failed' && stillToScan(phase.opened.items) === null) return 'price'
  return isBookable(phase.opened) ? 'book' : null
}

function useStationTarget(
  station: Station,
  opened: Opened | null,
  field: RefObject<HTMLInputElement | null>,
): void {
  const enter = enterIn(station)
  const { phase, text } = station
  const prices = phase.name === 'open' ? phase.opened.prices : null
  const options = prices?.state === 'shown' ? prices.options.length : 0
  const orderCode = phase.name === 'booked' ? null : (opened?.order.code ?? null)
  const clears = text !== '' || !(phase.name === 'waiting' || phase.name === 'booking')
  useCommandTarget(
    'station',
    useMemo(
      () => ({
        enter,
        options,
        orderCode,
        scan: (code) => dispatchStation({ type: 'scanned', code, at: performance.now() }),
        type(text) {
          dispatchStation({ type: 'typed', text: store.get(stationAtom).text + text, at: performance.now() })
          field.current?.focus()
        },
        move: (step) => dispatchStation({ type: 'move', step }),
        close: clears ? () => dispatchStation({ type: 'close' }) : null,
      }),
      [enter, options, orderCode, clears, field],
    ),
  )
}

/** A click outside the field returns the focus to it, unless the click chose something or selected text. */
function refocus({ target }: MouseEvent, field: HTMLInputElement | null): void {
  if (target instanceof Element && ownsKey(target.closest('a, input'), 'Enter')) return
  if (getSelection()?.isCollapsed !== false) field?.focus()
}

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Whether the items of the open order are scanned here, too. */
  takesItems: boolean
  /** Whether Enter books what is shown. */
  books: boolean
}

/** The field for scans, and the button that does what Enter does with an empty field. */
function ScanField({ field, text, takesItems, books }: ScanFieldProps) {
  const id = useId()
  function onKeyDown(event: KeyboardEvent): void {
    const stroke = strokeOfEvent(event.nativeEvent)
    // Some scanners end a code with Tab.
    const ends = stroke?.chord === 'Enter' || (stroke?.chord === 'Tab' && text !== '')
    if (!stroke || !ends) return
    event.preventDefault()
    dispatchStation({ type: 'enter', at: event.timeStamp, isRepeat: stroke.repeat })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 max-sm:grid-cols-1">
      <label htmlFor={id} className="col-span-full text-[15px]/[22px] font-medium text-fg-2">
        {takesItems ? 'Scan or type an order or one of its items' : 'Scan or type an order'}
      </label>
      <Input
        id={id}
        ref={field}
        autoFocus
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) =>
          dispatchStation({ type: 'typed', text: event.target.value, at: event.timeStamp })
        }
        onKeyDown={onKeyDown}
        className="h-14 px-4 font-mono text-[28px] max-sm:h-14 max-sm:text-[22px]"
      />
      <Button
        variant="primary"
        aria-disabled={!books || undefined}
        onClick={(event) => dispatchStation({ type: 'enter', at: event.timeStamp, isRepeat: false })}
        className="h-14 px-5 text-[18px] max-sm:h-14 max-sm:justify-center"
      >
        Book and print
        {books && <CommandKeys id="ship.book" className="max-sm:hidden" />}
      </Button>
    </div>
  )
}
