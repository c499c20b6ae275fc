import { Circle, CircleCheck, TriangleAlert } from 'lucide-react'
import { cn } from '../lib/cn.ts'
import { Card, CardHeader, CardTitle } from './card.tsx'

interface TimelineStep {
  id: string
  title: string
  type: 'success' | 'pending' | 'warning' | 'other'
  /** The formatted date. */
  date: string | null
  /** Secondary text. */
  place?: string | null
}

const LOOK = {
  success: { Icon: CircleCheck, className: 'text-dot-green' },
  warning: { Icon: TriangleAlert, className: 'text-dot-amber' },
  pending: { Icon: Circle, className: 'text-fg-off' },
  other: { Icon: Circle, className: 'text-fg-3' },
}

/** Past events and future steps. */
export function Timeline({ events }: { events: readonly TimelineStep[] }) {
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
                'relative flex gap-2.5 py-1.5',
                // The line from this mark to the next one.
                index < events.length - 1 &&
                  'before:absolute before:top-6 before:-bottom-2 before:left-[7.5px] before:w-px before:bg-line-field',
              )}
            >
              <Icon className={cn('mt-0.5', className)} aria-hidden="true" />
              <span className={cn('min-w-0', event.type === 'pending' && 'text-fg-3')}>
                {event.title}
                {event.place && <span className="ml-1.5 text-fg-3"> {event.place}</span>}
              </span>
              {event.date !== null && (
                <span className="ml-auto text-small leading-5 whitespace-nowrap text-fg-3 tabular">
                  {event.date}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
