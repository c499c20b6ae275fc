import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { nonBlank } from '../../../domain/format/absent.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { titusEmbed, trackingLink } from '../../../domain/freight/tracking.ts'
import { CommandKeys } from '../../commands/command-keys.tsx'
import { useKeys } from '../../commands/key-settings.ts'
import { CodeFact, Fact, Facts, LinkFact } from '../../record/facts.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { CARD_LINK, Card, CardHeader, CardTitle } from '../../ui/card.tsx'

/** Tracking of a shipped order. */
export function TrackingDetails({ order }: { order: Order }) {
  const { tracking_company: company, tracking_code } = order.freight
  const code = nonBlank(tracking_code)
  const link = trackingLink(order)
  const { aria } = useKeys('order.view-consignment')
  return (
    <Card>
      <CardHeader>
        <CardTitle>Tracking details</CardTitle>
        {code !== null && (
          <Link to={paths.record('consignment', code)} aria-keyshortcuts={aria} className={CARD_LINK}>
            View Consignment
            <ArrowRight aria-hidden="true" />
            <CommandKeys id="order.view-consignment" className="max-sm:hidden" />
          </Link>
        )}
      </CardHeader>
      <Facts>
        <Fact name="Courier">{courierLabel(company)}</Fact>
        <CodeFact name="Tracking number" value={code} />
        <LinkFact name="Tracking link" link={link} />
      </Facts>
    </Card>
  )
}

/** Embeds the courier's own page. Only for Titus, and only if the URL is certainly Titus's (reading 27). */
export function TitusPage({ order }: { order: Order }) {
  const { tracking_company: company, tracking_url } = order.freight
  const page = company?.toLowerCase() === 'titus' ? titusEmbed(tracking_url, installation.titusHost) : null
  if (page === null) return null
  return (
    <Card>
      <iframe
        src={page}
        title="Titus tracking"
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        className="h-[640px] w-full"
      />
    </Card>
  )
}
