import type { RecordKind } from '../../domain/record-kind.ts'
import { paths } from '../paths.ts'
import type { SeenRecord } from '../record-index/record.ts'

const PATHS: Record<RecordKind, (code: string) => string> = {
  order: (code) => paths.order(code),
  consignment: (code) => paths.consignment(code),
}

/** The address of a record's own screen. */
export function recordPath({ kind, code }: SeenRecord): string {
  return PATHS[kind](code)
}
