import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Goes to an address and draws it in the task of the key that asked for it: a next key acts on the new screen, and what
 * is typed in a tool of the old one is not set back by it. Not for effects, where nothing can be drawn.
 */
export function useGo(): (path: string, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  return useCallback((path, options) => void navigate(path, { ...options, flushSync: true }), [navigate])
}
