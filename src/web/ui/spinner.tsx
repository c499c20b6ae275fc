import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'

interface SpinnerProps {
  /** Announced by screen readers. Without it, the spinner is decoration next to equivalent text. */
  label?: string | undefined
  className?: string | undefined
}

/** The only animated element. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={clsx('inline-flex', className)}
    >
      <LoaderCircle className="icon-14 animate-spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
