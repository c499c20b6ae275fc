import { useMemo } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { useOrigin } from './use-origin.ts'
import type { Trail } from './use-record-navigation.ts'

interface OpenRecord {
  kind: RecordKind
  code: string
  /** It is on its way: keys that act on it wait for it. */
  loading: boolean
  trail: Trail
  /** The address of a record of this kind. Must be stable. */
  path(code: string, tab?: string): string
}

/** Lets the commands of records act on the one whose screen is open: back, to its neighbours, to its tabs. */
export function useRecordTarget({ kind, code, loading, trail, path }: OpenRecord): void {
  const { next, previous, beyond } = trail
  const back = useOrigin(trail.back)?.path ?? trail.back
  const record = useMemo(
    () => ({
      kind,
      code,
      loading,
      back,
      next: next === null ? null : path(next),
      previous: previous === null ? null : path(previous),
      beyond,
      tab: (name: string) => path(code, name),
    }),
    [kind, code, loading, back, next, previous, beyond, path],
  )
  useCommandTarget('record', record)
}
