import { courierInitials } from '../../../domain/freight/couriers.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'

/** Font size by the number of letters, in units of the drawing. */
const SIZES = [13, 13, 12, 10.5] as const

/** The drawing for a courier: its initials on a parcel's label. Hidden from screen readers. */
export function CourierMark(courier: Pick<FreightOption, 'slug' | 'courier'>) {
  const initials = courierInitials(courier)
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect x="0.5" y="0.5" width="31" height="31" rx="5.5" className="fill-grey-bg stroke-grey-line" />
      <path d="M7 26.5h18" strokeWidth="1" className="stroke-grey-line" />
      <text
        x="16"
        y="16.2"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={SIZES[initials.length] ?? 10.5}
        className="fill-grey-ink font-mono font-semibold tracking-[-0.02em]"
      >
        {initials}
      </text>
    </svg>
  )
}
