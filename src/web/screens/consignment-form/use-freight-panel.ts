import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const HASH = '#freight-options'

export interface FreightPanelPlace {
  /** The address asks for the panel. */
  asked: boolean
  show(): void
  close(): void
}

/**
 * The freight panel has its own entry in the browser's history: Back closes it and Forward opens it again, and it
 * survives a reload. As a hash it is drawn in the same tick, so that the next key is the panel's.
 */
export function useFreightPanel(): FreightPanelPlace {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const asked = hash === HASH
  /** Its entry was made here, over that of the form. */
  const overForm = state?.overForm === true
  const closing = useRef(false)
  useEffect(() => {
    if (!asked) closing.current = false
  }, [asked])

  return {
    asked,
    show: useCallback(
      () => void navigate({ search, hash: HASH }, { flushSync: true, state: { overForm: true } }),
      [navigate, search],
    ),
    close: useCallback(() => {
      // The browser goes back a moment later: a second Esc must not leave the form.
      if (closing.current) return
      closing.current = true
      void (overForm ? navigate(-1) : navigate({ search }, { replace: true }))
    }, [navigate, search, overForm]),
  }
}
