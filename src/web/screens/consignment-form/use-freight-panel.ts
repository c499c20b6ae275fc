import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const HASH = '#freight-options'

export interface FreightPanelPlace {
  /** Whether the address requests the panel. */
  requested: boolean
  show(): void
  close(): void
}

/**
 * The freight panel has a history entry of its own: Back closes it, Forward opens it again, and it survives a
 * reload. It is a hash, so that it renders in the same tick and receives the next key.
 */
export function useFreightPanel(): FreightPanelPlace {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const requested = hash === HASH
  /** Whether this entry was pushed from the form, so that Back leads to it. */
  const overForm = state?.overForm === true
  const closing = useRef(false)
  useEffect(() => {
    if (!requested) closing.current = false
  }, [requested])

  return {
    requested,
    show: useCallback(
      () => void navigate({ search, hash: HASH }, { flushSync: true, state: { overForm: true } }),
      [navigate, search],
    ),
    close: useCallback(() => {
      // `navigate(-1)` is asynchronous; a second Esc in between must not leave the form.
      if (closing.current) return
      closing.current = true
      void (overForm ? navigate(-1) : navigate({ search }, { replace: true }))
    }, [navigate, search, overForm]),
  }
}
