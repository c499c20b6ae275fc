import { ExternalLink, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Address } from '../../contract/wire.ts'
import { ABSENT } from '../../domain/format/absent.ts'
import { addressLines, mapsLink } from '../../domain/freight/address-line.ts'
import { CARD_LINK, Card, CardHeader, CardTitle } from '../ui/card.tsx'

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
