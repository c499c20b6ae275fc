import { MESSAGES } from '../../domain/records/catalogue.ts'
import { refusalOf } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

interface LoadFailureProps {
  error: unknown
  /** Shown if the server gave no reason. */
  message: string
  className?: string
  onRetry(): void
}

/** Says that a part of a screen could not be loaded, and tries again. */
export function LoadFailure({ error, message, className, onRetry }: LoadFailureProps) {
  return (
    <Alert
      tone="error"
      title={MESSAGES.somethingWrong}
      {...(className !== undefined && { className })}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {refusalOf(error).reason ?? message}
    </Alert>
  )
}
