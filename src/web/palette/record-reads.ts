import { useEffect } from 'react'
import { fold } from '../../domain/format/fold.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { CallError } from '../api/client.ts'
import { ordersByCode } from '../api/orders-by-code.ts'
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

/** Identifies the reading of records. */
export function readsKey({ kind, codes }: NamedRecords): string {
  return `${kind} ${codes.join(' ')}`
}

/** The records that a text names, given what has been read; all are loading until then. */
export function readsFor(named: NamedRecords, reads: Reads | null): readonly ReadRecord[] {
  if (reads?.about === readsKey(named)) return reads.records
  return named.codes.map(loading)
}

function loading(code: string): ReadRecord {
  return { code, state: 'loading', targets: null }
}

/** Reads the records that the queried text names, and reports them to the state machine; aborted for another text. */
export function useRecordReads(named: NamedRecords | null): void {
  const about = named && readsKey(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is read
  useEffect(() => {
    if (named === null || about === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const records = await readAll(named, abort.signal)
      if (!abort.signal.aborted) dispatch({ type: 'reads', reads: { about, records } })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [about])
}

/** Reads the records. Never rejects: a failure is the state of its record. */
async function readAll({ kind, codes }: NamedRecords, signal: AbortSignal): Promise<ReadRecord[]> {
  const [only, other] = codes
  if (only !== undefined && other === undefined) return [await readOne(kind, only, signal)]
  // Only orders have commands for several at once.
  return kind === 'order' ? readOrders(codes, signal) : codes.map(loading)
}

async function readOrders(codes: readonly string[], signal: AbortSignal): Promise<ReadRecord[]> {
  try {
    const { rows, unreadable } = await ordersByCode(codes, signal)
    const orders = new Map(
      rows.flatMap((order) => [[order.code, order] as const, [fold(order.code), order] as const]),
    )
    return codes.map((code): ReadRecord => {
      const order = orders.get(code) ?? orders.get(fold(code))
      if (order) return { code: order.code, state: 'read', targets: { order } }
      return { code, state: unreadable > 0 ? 'failed' : 'missing', targets: null }
    })
  } catch {
    return codes.map((code) => ({ code, state: 'failed', targets: null }))
  }
}

async function readOne(kind: RecordKind, code: string, signal: AbortSignal): Promise<ReadRecord> {
  const declared = kindOf({ kind })
  try {
    const known = recordIndex.exact(code, [kind])
    const record =
      known.find((one) => one.code === code) ??
      known[0] ??
      (await (await declared.source()).find(code, signal))
    if (!record) return { code, state: 'missing', targets: null }
    return { code: record.code, state: 'read', targets: await declared.readTarget(record) }
  } catch (error) {
    const missing = error instanceof CallError && error.notFound
    return { code, state: missing ? 'missing' : 'failed', targets: null }
  }
}
