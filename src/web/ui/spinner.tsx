import { LoaderCircle } from 'lucide-react'
import { cn } from '../lib/cn.ts'

interface SpinnerProps {
  /** Spoken by screen readers; without it the spinner is decoration beside words that say the same. */
  label?: string | undefined
  className?: string | undefined
}

/** The one thing that moves. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={cn('inline-flex', className)}
    >
      <LoaderCircle className="icon-14 animate-spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
