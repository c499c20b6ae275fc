import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const badgeVariants = cva(
  'inline-flex shrink-0 items-center rounded-s tracking-[0.002em] whitespace-nowrap inset-ring',
  {
    variants: {
      tone: {
        red: 'bg-red-bg text-red-ink inset-ring-red-line',
        orange: 'bg-orange-bg text-orange-ink inset-ring-orange-line',
        amber: 'bg-amber-bg text-amber-ink inset-ring-amber-line',
        yellow: 'bg-yellow-bg text-yellow-ink inset-ring-yellow-line',
        lime: 'bg-lime-bg text-lime-ink inset-ring-lime-line',
        green: 'bg-green-bg text-green-ink inset-ring-green-line',
        sky: 'bg-sky-bg text-sky-ink inset-ring-sky-line',
        grey: 'bg-grey-bg text-grey-ink inset-ring-grey-line',
        neutral: 'bg-neutral-bg text-neutral-ink inset-ring-neutral-line',
      },
      size: {
        normal: 'h-[18px] px-1.5 text-micro',
        big: 'h-7 px-2.5 text-[15px]',
      },
    },
    defaultVariants: { tone: 'neutral', size: 'normal' },
  },
)

type BadgeProps = Omit<ComponentProps<'span'>, 'className'> & VariantProps<typeof badgeVariants>

/** A status label; big where it is read from a distance. */
export function Badge({ tone, size, ...rest }: BadgeProps) {
  return <span {...rest} className={badgeVariants({ tone, size })} />
}
