import { reasonBeside } from '../lib/reason-beside.ts'

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
