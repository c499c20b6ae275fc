import { Check } from 'lucide-react'
import type { OrderItem } from '../../../contract/orders.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import type { ConsignmentFields } from '../../../domain/freight/consignment-payload.ts'
import { addressBadge } from '../../../domain/freight/form-address.ts'
import { filledNote } from '../../../domain/freight/parcel-filling.ts'
import { isBlank, type ParcelRow, parcelWords, totalsOf } from '../../../domain/freight/parcels.ts'
import {
  type CheckedItem,
  checkOf,
  leftOf,
  sentNote,
  stillToScan,
  toConfirm,
} from '../../../domain/orders/item-check.ts'
import { cautionBefore } from '../../../domain/orders/order-actions.ts'
import { shownStatus } from '../../../domain/orders/order-status.ts'
import { contentsLine, contentsOfPieces, namedContents } from '../../../domain/orders/parcel-contents.ts'
import { sourceMark } from '../../../domain/orders/source-changes.ts'
import { nameBeside } from '../../../domain/records/product.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { installation } from '../../state/installation.ts'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/progress.tsx'
import type { Opened } from './station.ts'

const HEADING = 'text-[13px]/[20px] font-medium text-fg-3'

interface OrderAtStationProps {
  opened: Opened
  form: ConsignmentFields
  /** Whether the address is being verified. */
  verifying: boolean
  /** Why the parcels are these, or why none are proposed; null if staff have entered them. */
  why: string | null
  /** The parcel that is too heavy for its carton; null if there is none. */
  tooHeavy: string | null
}

/** Order, receiver, parcels and items. On a phone the items are last, unless there are some to scan. */
export function OrderAtStation({ opened, form, verifying, why, tooHeavy }: OrderAtStationProps) {
  const { order, items, pieces } = opened
  const status = shownStatus(order.status)
  const caution = cautionBefore('create-consignment', order)
  const mark = sourceMark(order)
  const address = addressBadge(form.address_state)
  const isScanning = stillToScan(items) !== null
  const place = [form.suburb, form.city, form.postcode].filter((part) => part.trim() !== '')
  return (
    // On a phone its parts are parts of the screen, so that the price can come before the items.
    <section aria-label={`Order ${order.code}`} className="grid content-start gap-5 max-sm:contents">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-mono text-[48px]/[56px] font-semibold max-sm:text-[32px]/[40px]">{order.code}</h2>
        <Badge tone={status.tone} size="big">
          {status.label}
        </Badge>
        {mark !== null && (
          <Badge tone="amber" size="big">
            {mark}
          </Badge>
        )}
        {caution !== null && (
          <Badge tone="red" size="big">
            {caution}
          </Badge>
        )}
      </div>
      <div className="text-[22px]/[30px] max-sm:text-[18px]/[26px]">
        <p className="font-semibold">{nonBlank(form.company) ?? (form.contact || ABSENT)}</p>
        <p>{form.street}</p>
        <p>{place.join(', ')}</p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={address.tone} size="big">
            {address.label}
          </Badge>
          {form.is_rural && (
            <Badge tone="orange" size="big">
              Rural
            </Badge>
          )}
          {verifying && <Spinner label="Verifying the address" />}
        </p>
      </div>
      <div>
        <h3 className={HEADING}>Parcels</h3>
        <Parcels rows={form.parcels} why={why} tooHeavy={tooHeavy} />
        <PackedContents opened={opened} pieces={totalsOf(form.parcels).parcels} />
      </div>
      <div className={cn(!isScanning && 'max-sm:order-last')}>
        <h3 className={HEADING}>{pieces === null ? 'Items' : `Items: the next scan counts ${pieces}`}</h3>
        <ul className="text-[20px]/[28px] max-sm:text-[16px]/[24px]">
          {order.items.map((item) => {
            const check = checkOf(items, item)
            return (
              // A new row for each count, so that the one that was counted last is brought into view.
              <Item
                key={`${item.id} ${check?.scanned ?? 0}`}
                item={item}
                check={check}
                isNext={toConfirm(items)?.line === item.id}
                isScanning={isScanning}
              />
            )
          })}
        </ul>
      </div>
    </section>
  )
}

interface ParcelsProps extends Pick<OrderAtStationProps, 'why' | 'tooHeavy'> {
  rows: readonly ParcelRow[]
}

function Parcels({ rows, why, tooHeavy }: ParcelsProps) {
  const measured = rows.filter((row) => !isBlank(row))
  const note = why ?? filledNote(measured)
  const isMeasured = measured.length > 0 && measured.every(hasMeasures)
  return (
    <ul className="text-[20px]/[28px] tabular max-sm:text-[16px]/[24px]">
      {note !== null && <li className="text-[15px]/[22px] text-fg-2">{note}</li>}
      {measured.map((row) => (
        <li key={row.id}>{parcelWords(row)}</li>
      ))}
      {tooHeavy !== null && <li className="text-amber-ink">{tooHeavy}</li>}
      {!isMeasured && (
        <li className="text-fg-2">
          Not measured. Type <code className="text-[18px]">22x60x30 11.4</code> for centimetres and kilograms,
          or <CommandKeys id="parcels.preset-1" /> for a carton.
        </li>
      )}
    </ul>
  )
}

/** What is in each parcel that was begun; before that, how to begin the next one. */
function PackedContents({ opened, pieces }: { opened: Opened; pieces: number }) {
  const { contents, items, order } = opened
  if (items.length === 0 || !installation.capabilities.has('parcel-contents')) return null
  if (contents.length === 1 && pieces <= 1) return null
  const named = namedContents(contents, order.items)
  const isKept = contentsOfPieces(contents, pieces) !== null || stillToScan(items) !== null
  return (
    <ul aria-label="Contents" className="mt-1 text-[16px]/[24px]">
      {named.map((parcel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels are numbered and never change their order
        <li key={index}>
          <span className="font-semibold">Parcel {index + 1}:</span>{' '}
          {parcel.length === 0 ? 'empty' : contentsLine(parcel)}
        </li>
      ))}
      {!isKept && (
        <li className="text-amber-ink">
          {counted(named.length, 'parcel')} scanned, {pieces} to book: what is in which is not kept
        </li>
      )}
      {stillToScan(items) !== null && (
        <li className="text-fg-2">
          <CommandKeys id="ship.next-parcel" steady className="align-middle" /> begins the next parcel
        </li>
      )}
    </ul>
  )
}

function hasMeasures({ height, length, width, weight }: ParcelRow): boolean {
  return [height, length, width, weight].every((measure) => measure.trim() !== '')
}

interface ItemProps {
  item: OrderItem
  /** How much of its product was scanned; absent if items are not verified. */
  check: CheckedItem | undefined
  /** Whether the key for items without a code confirms it. */
  isNext: boolean
  /** Whether there are items left to scan. */
  isScanning: boolean
}

function Item({ item, check, isNext, isScanning }: ItemProps) {
  const { product, quantity } = item
  const sent = sentNote(item)
  const isDone = check !== undefined && check.scanned >= check.ordered
  return (
    <li
      ref={isScanning && check !== undefined && check.scanned > 0 ? reveal : undefined}
      className="grid grid-cols-[5ch_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line-soft py-1"
    >
      <span className="text-right font-semibold tabular">{quantity === null ? ABSENT : leftOf(item)}</span>
      <span className="min-w-0">
        <span className="font-mono text-[18px] max-sm:text-[15px]">{product.code ?? ABSENT}</span>{' '}
        <span className="text-fg-2">{nameBeside(product)}</span>
        {isNext && <CommandKeys id="ship.confirm-item" steady className="ml-2" />}
        {sent !== null && <span className="whitespace-nowrap text-amber-ink"> {sent}</span>}
      </span>
      {check && (
        <span
          className={cn(
            'flex items-baseline gap-1.5 font-semibold tabular',
            isDone ? 'text-green-ink' : 'text-fg-3',
          )}
        >
          {isDone && <Check className="size-5 self-center" aria-hidden="true" />}
          {check.scanned} of {check.ordered}
          <span className="sr-only"> scanned</span>
        </span>
      )}
    </li>
  )
}

function reveal(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}
