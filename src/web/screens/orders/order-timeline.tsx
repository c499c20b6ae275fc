import { Circle, CircleCheck, TriangleAlert } from 'lucide-react'
import type { TimelineEvent } from '../../../domain/order-timeline.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'

const LOOK = {
  success: { Icon: CircleCheck, className: 'text-dot-green' },
  warning: { Icon: TriangleAlert, className: 'text-dot-amber' },
  pending: { Icon: Circle, className: 'text-fg-off' },
  other: { Icon: Circle, className: 'text-fg-3' },
}

/** What has happened to the order and what is to come. */
export function OrderTimeline({ events }: { events: TimelineEvent[] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Timeline</CardTitle>
      </CardHeader>
      <ol className="px-3 pt-1.5 pb-2">
        {events.map((event, index) => {
          const { Icon, className } = LOOK[event.type]
          return (
            <li
              key={event.id}
              className={cn(
                'relative flex min-h-8 items-center gap-2.5',
                index > 0 &&
                  'before:absolute before:-top-[9px] before:left-[7.5px] before:h-[18px] before:w-px before:bg-line-field',
              )}
            >
              <Icon className={className} aria-hidden="true" />
              <span className={cn(event.type === 'pending' && 'text-fg-3')}>{event.title}</span>
              {event.date !== null && (
                <span className="ml-auto text-small whitespace-nowrap text-fg-3 tabular">{event.date}</span>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
