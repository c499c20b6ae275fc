import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Navigates and renders synchronously, so that the next key acts on the new screen and text typed in the old
 * screen's tools is not reset afterwards. Must not be called in effects, in which React cannot render
 * synchronously.
 */
export function useGo(): (path: string, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  return useCallback((path, options) => void navigate(path, { ...options, flushSync: true }), [navigate])
}
