import { clsx } from 'clsx'
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonBeside } from '../lib/reason-beside.ts'
import { focusScreen } from '../lib/return-focus.ts'

type AlertTone = 'error' | 'warning' | 'success' | 'info'

const LOOK = {
  error: { Icon: CircleX, className: 'bg-red-bg inset-ring-red-line', ink: 'text-red-ink' },
  warning: { Icon: TriangleAlert, className: 'bg-amber-bg inset-ring-amber-line', ink: 'text-amber-ink' },
  success: { Icon: CircleCheck, className: 'bg-green-bg inset-ring-green-line', ink: 'text-green-ink' },
  info: { Icon: Info, className: 'bg-sky-bg inset-ring-sky-line', ink: 'text-sky-ink' },
}

interface AlertProps {
  tone: AlertTone
  title?: string | undefined
  children?: ReactNode
  /** At the right: a button or keycap. */
  action?: ReactNode
  className?: string | undefined
}

/** A message in the page. Screen readers announce errors at once and other messages when idle. */
export function Alert({ tone, title, children, action, className }: AlertProps) {
  const { Icon, className: ground, ink } = LOOK[tone]
  return (
    <div
      ref={keepFocus}
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx(
        'grid grid-cols-[16px_1fr_auto] gap-x-2.5 rounded-l px-3 py-[9px] text-fg inset-ring',
        ground,
        className,
      )}
    >
      <Icon className={clsx('mt-0.5', ink)} aria-hidden="true" />
      <div className="min-w-0">
        {title && <p className={clsx('font-semibold', ink)}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className="self-center">{action}</div>}
    </div>
  )
}

/** Moves the focus away from the button of an alert that is removed. */
function keepFocus(box: HTMLElement | null): () => void {
  return () => {
    if (box?.contains(document.activeElement)) focusScreen()
  }
}

interface FailureTextProps {
  message: string
  /** The server's reason; null if it gave none. */
  reason: string | null
}

/** The message of a failure, and below it what the server's reason adds to it. */
export function FailureText({ message, reason }: FailureTextProps) {
  const added = reasonBeside(message, reason)
  return (
    <>
      <p>{message}</p>
      {added !== null && <p className="text-fg-2">{added}</p>}
    </>
  )
}
