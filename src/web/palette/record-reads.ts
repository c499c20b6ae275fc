import { useEffect } from 'react'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { CallError } from '../api/client.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import type { ReadRecord, Reads } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/** Records by their codes, in the order of the text. */
export interface NamedRecords {
  kind: RecordKind
  codes: readonly string[]
}

/** The pause in the typing after which records are read. */
const PAUSE_MS = 80

/** How many records are read at once. */
const AT_ONCE = 6

/** How many are read between two reports. */
const REPORT_EVERY = 25

/** Identifies the reading of records. */
export function readsKey({ kind, codes }: NamedRecords): string {
  return `${kind} ${codes.join(' ')}`
}

/** The records that a text names, given what has been read; all are loading until the first report. */
export function readsFor(named: NamedRecords, reads: Reads | null): readonly ReadRecord[] {
  if (reads?.about === readsKey(named)) return reads.records
  return named.codes.map((code) => ({ code, state: 'loading', targets: null }))
}

/** Reads the records that the queried text names, and reports them to the state machine; aborted for another text. */
export function useRecordReads(named: NamedRecords | null): void {
  const about = named && readsKey(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is read
  useEffect(() => {
    if (named === null || about === null) return
    const abort = new AbortController()
    const timer = setTimeout(
      () =>
        void readAll(named, abort.signal, (records) => {
          if (!abort.signal.aborted) dispatch({ type: 'reads', reads: { about, records } })
        }),
      PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [about])
}

/** Reads records a few at a time. Never rejects. */
async function readAll(
  { kind, codes }: NamedRecords,
  signal: AbortSignal,
  report: (records: readonly ReadRecord[]) => void,
): Promise<void> {
  const records = codes.map((code): ReadRecord => ({ code, state: 'loading', targets: null }))
  const rest = codes.entries()
  let done = 0
  const work = async () => {
    for (const [index, code] of rest) {
      if (signal.aborted) return
      records[index] = await readOne(kind, code, signal)
      done += 1
      if (done % REPORT_EVERY === 0 || done === codes.length) report([...records])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function readOne(kind: RecordKind, code: string, signal: AbortSignal): Promise<ReadRecord> {
  const declared = kindOf({ kind })
  try {
    const [known] = recordIndex.exact(code, [kind])
    const record = known ?? (await (await declared.source()).find(code, signal))
    if (!record) return { code, state: 'missing', targets: null }
    const targets = await declared.readTarget(record.id ?? record.code)
    return { code: record.code, state: 'read', targets }
  } catch (error) {
    const missing = error instanceof CallError && error.notFound
    return { code, state: missing ? 'missing' : 'failed', targets: null }
  }
}
