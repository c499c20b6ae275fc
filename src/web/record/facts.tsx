import { ExternalLink, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../contract/orders.ts'
import type { Address } from '../../contract/wire.ts'
import { ABSENT, nonBlank } from '../../domain/format/text.ts'
import { addressLines, mapsLink } from '../../domain/freight/address.ts'
import { cn } from '../lib/cn.ts'
import { CARD_LINK, Card, CardHeader, CardTitle } from '../ui/card.tsx'

interface FactsCardProps {
  title: string
  /** After the title: a link or a button. */
  action?: ReactNode
  children: ReactNode
}

/** A card of labelled values. */
export function FactsCard({ title, action, children }: FactsCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {action}
      </CardHeader>
      <Facts>{children}</Facts>
    </Card>
  )
}

/** Labelled values of a record, in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-3 px-3 py-2">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-[5px] text-small text-fg-3">{name}</dt>
      <dd className="flex min-h-[26px] min-w-0 items-center gap-2 py-[3px]">{children}</dd>
    </>
  )
}

/** A text value; '—' if absent. The facts below show other types of value. */
export function TextFact({ name, value }: { name: string; value: string | null }) {
  return (
    <Fact name={name}>
      <span className="min-w-0 break-words">{nonBlank(value) ?? ABSENT}</span>
    </Fact>
  )
}

/** Breaks a long address before its host. */
export function EmailFact({ name, value }: { name: string; value: string | null }) {
  const [user, ...host] = (nonBlank(value) ?? ABSENT).split(/(?=@)/)
  return (
    <Fact name={name}>
      <span className="min-w-0 break-words">
        {user}
        <wbr />
        {host}
      </span>
    </Fact>
  )
}

export function CodeFact({ name, value }: { name: string; value: string | null }) {
  const code = nonBlank(value)
  return (
    <Fact name={name}>
      {code === null ? ABSENT : <code className="code-block min-w-0 break-words">{code}</code>}
    </Fact>
  )
}

interface LinkFactProps {
  name: string
  /** An address that is safe to link; null if there is none. */
  link: string | null
  /** Shown instead of a missing link. */
  fallback?: string | null
}

/** A web address, opened in a new tab. */
export function LinkFact({ name, link, fallback = null }: LinkFactProps) {
  if (link === null) return <TextFact name={name} value={fallback} />
  return (
    <Fact name={name}>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-w-0 items-center gap-1 rounded-s text-accent-ink"
      >
        <span className="truncate">{link}</span>
        <ExternalLink className="icon-14" aria-hidden="true" />
      </a>
    </Fact>
  )
}

interface AddressCardProps {
  title: string
  address: Address
  /** Whether to link to a map. */
  mapped?: boolean
  /** After the title. */
  flag?: ReactNode
}

/** A card with the lines of a postal address. */
export function AddressCard({ title, address, mapped = false, flag }: AddressCardProps) {
  const lines = addressLines(address)
  const map = mapped ? mapsLink(address) : null
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {flag}
        {map !== null && (
          <a href={map} target="_blank" rel="noopener noreferrer" className={CARD_LINK}>
            View map
            <ExternalLink aria-hidden="true" />
          </a>
        )}
      </CardHeader>
      <div className="grid grid-cols-[16px_1fr] gap-2.5 px-3 pt-2.5 pb-3">
        <MapPin className="mt-0.5 text-fg-3" aria-hidden="true" />
        <address className="not-italic [&>*:nth-child(3)]:text-fg-2">
          {lines.length === 0 ? ABSENT : lines.map((line) => <div key={line}>{line}</div>)}
        </address>
      </div>
    </Card>
  )
}

interface OrderNotesProps {
  order: Order
  /** Larger type, for the packing bench. */
  className?: string
}

/** The notes of an order, which staff read before they act on it; nothing if there are none. */
export function OrderNotes({ order, className }: OrderNotesProps) {
  const notes = nonBlank(order.notes)
  if (notes === null) return null
  return (
    <div
      role="note"
      aria-label="Notes"
      className={cn(
        'min-w-0 rounded-l bg-amber-bg px-3 py-[9px] text-fg inset-ring inset-ring-amber-line',
        className,
      )}
    >
      <p className="font-semibold text-amber-ink">Notes</p>
      <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
    </div>
  )
}
