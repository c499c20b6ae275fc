import { useEffect, useRef, useState } from 'react'

/** Why a submission failed. */
export interface Failure {
  /** The server's reason, if any. */
  reason: string | null
  /** The field that the server refused, if it names one. */
  field: string | null
  /** Whether the action may have happened in spite of the failure. */
  mayHaveHappened?: boolean
}

export interface Submission<Input = void> {
  busy: boolean
  failure: Failure | null
  submit(input: Input): void
}

interface SubmissionParts<Input, Answer> {
  /** Submits the form. Rejects on failure. */
  action(input: Input): Promise<Answer>
  /** Describes a rejection. */
  failureOf(error: unknown): Failure
  /** @param here whether the form is still on screen; a user who has left gets a notice and stays where they are */
  onDone(answer: Answer, here: boolean): void
  onFailed(here: boolean): void
}

/**
 * Submits a form, one submission at a time. Pressing again before the response has no effect, even in the same tick.
 */
export function useSubmission<Input = void, Answer = void>(
  parts: SubmissionParts<Input, Answer>,
): Submission<Input> {
  const { action, failureOf, onDone, onFailed } = parts
  const running = useRef(false)
  const here = useRef(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  async function run(input: Input): Promise<void> {
    try {
      const answer = await action(input)
      onDone(answer, here.current)
    } catch (error) {
      setFailure(failureOf(error))
      onFailed(here.current)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    failure,
    submit(input) {
      if (running.current) return
      running.current = true
      setBusy(true)
      setFailure(null)
      void run(input)
    },
  }
}
