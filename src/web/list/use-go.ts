import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Goes to an address and renders it synchronously: the next key acts on the new screen, and text typed in the tools of
 * the old one is not reset. Not for effects, in which React cannot render synchronously.
 */
export function useGo(): (path: string, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  return useCallback((path, options) => void navigate(path, { ...options, flushSync: true }), [navigate])
}
