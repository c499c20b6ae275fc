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

interface ProgressBarProps {
  /** A description of the progress. */
  label: string
  total: number
  done: number
  failed: number
}

/** The part of a job that is done, and the part that has failed. */
export function ProgressBar({ label, total, done, failed }: ProgressBarProps) {
  const width = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` })
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done + failed}
      className="flex h-1.5 overflow-hidden rounded-full bg-hover-raised"
    >
      <span className="bg-accent" style={width(done)} />
      <span className="bg-danger" style={width(failed)} />
    </div>
  )
}
