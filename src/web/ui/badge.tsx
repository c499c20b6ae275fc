import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

const badgeVariants = cva(
  'inline-flex h-[18px] shrink-0 items-center rounded-s px-1.5 text-micro tracking-[0.002em] whitespace-nowrap inset-ring',
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
    },
    defaultVariants: { tone: 'neutral' },
  },
)

/** A small status label. */
export function Badge({
  tone,
  className,
  ...rest
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span {...rest} className={cn(badgeVariants({ tone }), className)} />
}
