import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { cn } from '../lib/cn.ts'

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
