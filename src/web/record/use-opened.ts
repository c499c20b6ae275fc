import { useEffect } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'

/** Marks a record as opened in the record index, so that the palette ranks it first. Null until it is loaded. */
export function useOpened(kind: RecordKind, code: string | null): void {
  useEffect(() => {
    const opened = code === null ? undefined : recordIndex.exact(code).find((one) => one.kind === kind)
    if (opened) recordIndex.opened(opened, now())
  }, [kind, code])
}
