import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCommandTarget } from '../../commands/targets.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { notify } from '../../state/toasts.ts'

interface FormTargetParts {
  /** Why freight options cannot be requested now; null if they can. */
  noOptions: string | null
  unverified: boolean
  /** Whether the address is being verified automatically. */
  verifying: boolean
  /** Whether data that completes the form is still loading. */
  pending: boolean
  /** Whether the options can be requested once the address is verified. */
  complete: boolean
  /** Must be stable, like the others. */
  searchAddress(): void
  enterMissing: (() => void) | null
  getOptions(): void
}

const AS_LAST = { commands: ['parcels.as-last'] } as const

/** A request for options that is delayed, and what it waits for. */
export interface DelayedRequest {
  until: string
  stop(): void
}

/**
 * Makes the form a target of commands. A request for options is delayed until nothing is pending.
 * @returns the delayed request, null if there is none; and a stable function that requests the options, or asks for what
 *   the form lacks
 */
export function useFormTarget(parts: FormTargetParts): {
  delayed: DelayedRequest | null
  request(): void
} {
  const { noOptions, unverified, verifying, pending, complete } = parts
  const { searchAddress, enterMissing, getOptions } = parts
  const [waits, setWaits] = useState(false)
  useWait(
    waits ? { label: 'the address', record: null, holds: 'all' } : null,
    noOptions === null ? ARRIVED : { type: 'failed', reason: noOptions },
  )
  useWait(pending ? { label: 'the last consignment', record: null, holds: AS_LAST } : null)
  useEffect(() => {
    if (!waits || (pending && noOptions !== null)) return
    setWaits(false)
    if (noOptions === null) getOptions()
    else if (unverified) searchAddress()
    else if (enterMissing) enterMissing()
    else notify('info', noOptions)
  }, [waits, pending, unverified, noOptions, searchAddress, enterMissing, getOptions])
  const delayed = useMemo(() => {
    if (!waits) return null
    const until = verifying ? 'the address is verified' : 'the weight of the products is known'
    return { until, stop: () => setWaits(false) }
  }, [waits, verifying])
  useCommandTarget(
    'consignmentForm',
    useMemo(() => {
      const wait = () => setWaits(true)
      return {
        noOptions: verifying && complete ? null : noOptions,
        unverified: unverified && !verifying,
        searchAddress: () => searchAddress(),
        enterMissing: pending ? wait : enterMissing,
        getOptions: verifying ? wait : getOptions,
        stopWaiting: delayed?.stop ?? null,
      }
    }, [
      noOptions,
      unverified,
      verifying,
      pending,
      complete,
      searchAddress,
      enterMissing,
      getOptions,
      delayed,
    ]),
  )
  return { delayed, request: useCallback(() => setWaits(true), []) }
}
