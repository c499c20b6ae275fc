import { useEffect } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'

/** Notes that a record's own screen shows it, so that the palette finds it first. Undefined until it is there. */
export function useOpened(kind: RecordKind, code: string | undefined): void {
  useEffect(() => {
    const opened = code === undefined ? undefined : recordIndex.exact(code).find((one) => one.kind === kind)
    if (opened) recordIndex.opened(opened, now())
  }, [kind, code])
}
