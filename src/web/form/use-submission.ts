import { useRef, useState } from 'react'

/** Why a form could not be submitted. */
export interface Failure {
  /** The server's words, where it gave any. */
  reason: string | null
  /** The field that the server refused, where it says so. */
  field: string | null
}

export interface Submission {
  busy: boolean
  failure: Failure | null
  submit(): void
}

interface SubmissionParts {
  /** Sends the form; rejects when that failed. */
  action(): Promise<void>
  /** What a rejection says of it. */
  failureOf(error: unknown): Failure
  onDone(): void
  onFailed(): void
}

/** Submits a form once at a time: a second press before the answer, even in the same tick, does nothing. */
export function useSubmission({ action, failureOf, onDone, onFailed }: SubmissionParts): Submission {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function run(): Promise<void> {
    try {
      await action()
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
      onFailed()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    failure,
    submit() {
      if (running.current) return
      running.current = true
      setBusy(true)
      setFailure(null)
      void run()
    },
  }
}
