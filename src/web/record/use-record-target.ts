import { useMemo } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import type { RecordAnswer } from '../api/record-answer.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { paths } from '../routing/paths.ts'
import { ARRIVED, useWait } from '../state/waits.ts'
import { useOrigin } from './use-origin.ts'
import type { RecordNavigation } from './use-record-navigation.ts'

interface OpenRecord {
  kind: RecordKind
  /** The id in its address. */
  id: string
  /** While loading, keys that act on the record wait. */
  loading: boolean
  navigation: RecordNavigation
}

/** Makes the open record the target of the record commands: Back, adjacent records, tabs. */
export function useRecordTarget({ kind, id, loading, navigation }: OpenRecord): void {
  const { next, previous, adjacentPage } = navigation
  const back = useOrigin(navigation.back)?.path ?? navigation.back
  const record = useMemo(
    () => ({
      kind,
      code: id,
      loading,
      back,
      next: next === null ? null : paths.record(kind, next),
      previous: previous === null ? null : paths.record(kind, previous),
      adjacentPage,
      tab: (name: string) => paths.record(kind, id, name),
    }),
    [kind, id, loading, back, next, previous, adjacentPage],
  )
  useCommandTarget('record', record)
}

/**
 * Lets the keys of a record's commands wait while it is loading.
 * @param failure the message shown if it cannot be loaded
 */
export function useRecordWait(
  kind: RecordKind,
  id: string,
  state: RecordAnswer<unknown>['state'],
  failure: string,
): void {
  const holds = { targets: [kind, 'consignmentForm', 'parcels', 'labels'] } as const
  useWait(
    state === 'loading' ? { label: id, record: { kind, code: id }, holds } : null,
    state === 'there' ? ARRIVED : { type: 'failed', reason: failure },
  )
}
