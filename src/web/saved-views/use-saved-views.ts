import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { savedViewQueries } from '../api/saved-views.ts'
import { savedViewsAtom } from '../commands/context.ts'
import { installation } from '../state/installation.ts'

/** Loads the user's saved views for their commands, if the back end has them (reading 49). */
export function useSavedViews(): void {
  const enabled = installation.capabilities.has('saved-views')
  const { data } = useQuery({ ...savedViewQueries.own(), enabled })
  const setViews = useSetAtom(savedViewsAtom)
  useEffect(() => {
    setViews(data?.rows ?? [])
    return () => setViews([])
  }, [data, setViews])
}
