import { useEffect } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'

/** Marks a record as opened in the record index, so that the palette ranks it first. Null until it is loaded. */
export function useOpened(kind: RecordKind, id: string, code: string | null): void {
  useEffect(() => {
    const known = code === null ? [] : [code, id].flatMap((text) => recordIndex.exact(text, [kind]))
    const opened = known[0]
    if (opened) recordIndex.opened(opened, now())
  }, [kind, id, code])
}
