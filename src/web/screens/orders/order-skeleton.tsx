import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLate } from '../../ui/use-late.ts'

/** Uneven, so that the bars read as lines of an order. */
const LINES = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[53%]', 'w-[66%]']

/** The order to come, once it has kept us waiting. */
export function OrderSkeleton() {
  const late = useLate(true)
  if (!late) return null
  return (
    <div className="p-4 max-sm:p-3" aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Card className="grid gap-6 p-4">
        {LINES.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </Card>
    </div>
  )
}
