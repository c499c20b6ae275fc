import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AddressDetail, AddressMatch } from '../../../contract/addresses.ts'
import { isSearchable } from '../../../domain/freight/address-state.ts'
import { addressQueries } from '../../api/addresses.ts'
import { refusalOf } from '../../api/failure.ts'

/** How long the text must rest before it is searched for, in ms; what the search opens with is not waited for. */
const REST_MS = 150

/** How long a picked address stands before its dialog closes, in ms (section 9). */
const STAND_MS = 500

export interface AddressSearch {
  text: string
  setText(text: string): void
  /** The answer to just this text; empty while it is awaited. */
  matches: readonly AddressMatch[]
  /** What is the matter: too short a text, a search or details on their way, nothing found, or a failure. */
  state: 'short' | 'searching' | 'none' | 'found' | 'failed' | 'loading' | 'detail-failed' | 'taken'
  /** Why it failed, in the server's words, where it gave any. */
  reason: string | null
  /** The id of the address that was picked. */
  picked: string | null
  /** Takes an address; the same one again when its details could not be read. */
  pick(id: string): void
  retry(): void
}

/**
 * Searches for addresses as text is typed, and reads the details of the one that is picked. Answers belong to their
 * text or id, so a late one to an older text shows nothing.
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

  const handlers = useRef({ onTaken, onDone })
  handlers.current = { onTaken, onDone }
  const { data } = detail
  useEffect(() => {
    if (picked === null || data === undefined) return
    handlers.current.onTaken(data)
    const timer = setTimeout(() => handlers.current.onDone(), STAND_MS)
    return () => clearTimeout(timer)
  }, [picked, data])

  function state(): AddressSearch['state'] {
    if (picked !== null)
      return data ? 'taken' : detail.isError && !detail.isFetching ? 'detail-failed' : 'loading'
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

/** A text once it has not changed for a while. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
