import { clsx } from 'clsx'

interface BrandProps {
  className?: string | undefined
  markClassName?: string | undefined
}

/** Logo and name of the console. */
export function Brand({ className, markClassName }: BrandProps) {
  return (
    <span className={clsx('flex items-center gap-[9px] font-semibold tracking-[-0.01em]', className)}>
      <svg viewBox="0 0 20 20" aria-hidden="true" className={clsx('size-5 shrink-0', markClassName)}>
        <rect width="20" height="20" rx="5" className="fill-accent" />
        <path
          d="M5 6.25h6.2M5 10h10M5 13.75h6.2"
          className="stroke-on-accent"
          strokeWidth="1.7"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      Dispatch
    </span>
  )
}
