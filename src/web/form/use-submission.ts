import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ARRIVED, beginWait, CANCELLED, endWait, type WaitOutcome } from '../state/key-queue.ts'

/** Why what was sent cannot be sent again, while its answer is pending. */
export const WAITING = 'Waiting for the server'

/** Why a submission failed. */
export interface Failure {
  /** The server's reason, if any. */
  reason: string | null
  /** The field that the server refused, if it names one. */
  field: string | null
  /** Whether the action may have happened in spite of the failure. */
  mayHaveHappened?: boolean
  /** Whether the console found the fault itself and sent nothing. Only the field then shows it. */
  unsent?: boolean
}

/** A fault of a field that the console finds before it sends the form: the reason is a sentence. */
export interface FieldFault {
  field: string
  reason: string
}

export interface Submission<Input = void> {
  busy: boolean
  failure: Failure | null
  submit(input: Input): void
}

interface SubmissionParts<Input, Answer> {
  /** What keys wait for meanwhile, in words: 'the booking'. */
  label: string
  /** Submits the form. Rejects on failure. */
  action(input: Input): Promise<Answer>
  /** Describes a rejection. */
  failureOf(error: unknown): Failure
  /** @param here whether the form is still on screen; a user who has left gets a notice and stays where they are */
  onDone(answer: Answer, here: boolean): void
  onFailed(here: boolean): void
}

/**
 * Submits a form, one submission at a time. Pressing again before the response has no effect, even in the same tick. Keys
 * pressed meanwhile wait for the response.
 */
export function useSubmission<Input = void, Answer = void>(
  parts: SubmissionParts<Input, Answer>,
): Submission<Input> {
  const { label, action, failureOf, onDone, onFailed } = parts
  /** The wait of the submission in progress. */
  const running = useRef<number | null>(null)
  const here = useRef(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      // The keys of the screen that the user has gone to do not wait for a form that they have left.
      if (running.current !== null) endWait(running.current, CANCELLED)
    }
  }, [])

  async function run(input: Input, wait: number): Promise<void> {
    const answered = await action(input).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ failure: failureOf(error) }),
    )
    running.current = null
    // Rendered at once, so that the keys that waited act on the result.
    flushSync(() => {
      if ('answer' in answered) onDone(answered.answer, here.current)
      else {
        setFailure(answered.failure)
        onFailed(here.current)
      }
      setBusy(false)
    })
    endWait(wait, 'answer' in answered ? ARRIVED : failed(answered.failure, label))
  }

  return {
    busy,
    failure,
    submit(input) {
      if (running.current !== null) return
      running.current = beginWait({ label, record: null, holds: 'all' })
      setBusy(true)
      setFailure(null)
      void run(input, running.current)
    },
  }
}

function failed({ reason }: Failure, label: string): WaitOutcome {
  return { type: 'failed', reason: reason ?? `No answer to ${label}` }
}
