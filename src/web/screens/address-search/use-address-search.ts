import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AddressDetail, AddressMatch } from '../../../contract/addresses.ts'
import type { Order } from '../../../contract/orders.ts'
import { type ConsignmentFields, formOf } from '../../../domain/freight/consignment-payload.ts'
import { addressQuery, isOwnAddress, isSearchable } from '../../../domain/freight/form-address.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { addressQueries } from '../../api/addresses.ts'
import { refusalOf } from '../../api/client.ts'
import { ARRIVED, CANCELLED, useWait } from '../../state/key-queue.ts'

/** Milliseconds without typing before the text is searched for. The initial text is searched for at once. */
const REST_MS = 150

/** Milliseconds for which the picked address is shown before the dialog closes (ADR-3). */
const STAND_MS = 500

export interface AddressSearch {
  text: string
  setText(text: string): void
  /** Results for the current text; empty while they load. */
  matches: readonly AddressMatch[]
  /** State: text too short, searching, nothing found, found, failed, or loading the details of the picked address. */
  state: 'short' | 'searching' | 'none' | 'found' | 'failed' | 'loading' | 'detail-failed' | 'taken'
  /** The server's reason for a failure; null if it gave none. */
  reason: string | null
  /** Id of the picked address. */
  picked: string | null
  /** Picks an address. May be called again with the same one if its details could not be loaded. */
  pick(id: string): void
  retry(): void
}

/**
 * Searches for addresses while the user types, and loads the details of the picked one. Responses are keyed by
 * text or id, so a late one for an older text is not shown.
 */
export function useAddressSearch(
  initial: string,
  onTaken: (detail: AddressDetail) => void,
  onDone: () => void,
): AddressSearch {
  const [text, setText] = useState(initial)
  const rested = useRested(text.trim())
  const [picked, setPicked] = useState<string | null>(null)
  const search = useQuery({ ...addressQueries.search(rested), enabled: isSearchable(rested) })
  const detail = useQuery({ ...addressQueries.detail(picked ?? ''), enabled: picked !== null })
  const current = rested === text.trim()
  const matches = (current && search.data?.rows) || NONE

  const taken = useEffectEvent(onTaken)
  const done = useEffectEvent(onDone)
  const { data } = detail
  useEffect(() => {
    if (picked === null || data === undefined) return
    taken(data)
    const timer = setTimeout(() => {
      // Rendered at once, so that the keys that waited act on the form behind the dialog.
      flushSync(() => done())
    }, STAND_MS)
    return () => clearTimeout(timer)
  }, [picked, data])
  const hasFailed = detail.isError && !detail.isFetching
  useWait(
    picked !== null && !hasFailed ? { label: 'the address', record: null, holds: 'all' } : null,
    hasFailed ? { type: 'failed', reason: MESSAGES.addressDetails } : CANCELLED,
    data === undefined ? CANCELLED : ARRIVED,
  )

  function state(): AddressSearch['state'] {
    if (picked !== null) return data ? 'taken' : hasFailed ? 'detail-failed' : 'loading'
    if (!isSearchable(text)) return 'short'
    if (!current || search.isFetching) return 'searching'
    if (search.isError) return 'failed'
    return matches.length > 0 ? 'found' : 'none'
  }

  const retry = () => void (picked === null ? search : detail).refetch()
  return {
    text,
    setText(changed) {
      setPicked(null)
      setText(changed)
    },
    matches,
    state: state(),
    reason: refusalOf(picked === null ? search.error : detail.error).reason,
    picked,
    pick(id) {
      if (picked === id) retry()
      else setPicked(id)
    },
    retry,
  }
}

const NONE: readonly AddressMatch[] = []

/** The text once it has not changed for a while. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/**
 * Verifies the address of an order automatically if exactly one address matches it (FRT-5). If the address was
 * edited, the search failed or several addresses match, staff verify it.
 * @param take must be stable
 * @returns whether the verification is in progress
 */
export function useOwnAddress(
  order: Order | null,
  form: ConsignmentFields,
  take: (detail: AddressDetail) => void,
): boolean {
  // Booking empties the form; the address must not be verified again, unless the order has got another.
  const [over, setOver] = useState<string | null>(null)
  const initial = order && formOf(order)
  const own = initial?.address_of ?? null
  if (over !== own && form.address_state !== 'unverified') setOver(own)
  const wanted = initial !== null && over !== own && isAddressUntouched(form, initial)
  const text = wanted ? addressQuery(form) : null
  const search = useQuery({ ...addressQueries.search(text ?? ''), enabled: text !== null })
  const [match, ...others] = search.data?.rows ?? []
  const id = text !== null && others.length === 0 ? (match?.id ?? null) : null
  const detail = useQuery({ ...addressQueries.detail(id ?? ''), enabled: id !== null })
  const found = id !== null && detail.data && isOwnAddress(form, detail.data) ? detail.data : null
  useEffect(() => {
    if (found) take(found)
  }, [found, take])
  return text !== null && (search.isFetching || (id !== null && (detail.isFetching || found !== null)))
}

/** Whether the address is as the order has it, and neither verified nor edited. */
export function isAddressUntouched(form: ConsignmentFields, initial: ConsignmentFields): boolean {
  return (['street', 'suburb', 'city', 'region', 'postcode', 'address_state'] as const).every(
    (name) => form[name] === initial[name],
  )
}
