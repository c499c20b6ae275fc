import { useEffect, useRef, useState } from 'react'

/** Why a form could not be submitted. */
export interface Failure {
  /** The server's words, where it gave any. */
  reason: string | null
  /** The field that the server refused, where it says so. */
  field: string | null
  /** It may have been done all the same. */
  mayHaveHappened?: boolean
}

export interface Submission<Input = void> {
  busy: boolean
  failure: Failure | null
  submit(input: Input): void
}

interface SubmissionParts<Input, Answer> {
  /** Sends the form; rejects when that failed. */
  action(input: Input): Promise<Answer>
  /** What a rejection says of it. */
  failureOf(error: unknown): Failure
  /** `here`: whether the form is still on screen. Who has gone elsewhere is told in another way, and left there. */
  onDone(answer: Answer, here: boolean): void
  onFailed(here: boolean): void
}

/** Submits a form once at a time: a second press before the answer, even in the same tick, does nothing. */
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
