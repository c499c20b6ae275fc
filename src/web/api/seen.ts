import type { QueryKey } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { CallError } from './client.ts'
import { queryClient } from './query-client.ts'

/**
 * Hands the records of an answer to the record index: whatever this browser has seen, the palette finds at once.
 * @param asked the one record that was asked for; where the server has it no more, the palette finds it no more
 */
export async function indexed<Answer>(
  answer: Promise<Answer>,
  recordsOf: (answer: Answer) => SeenRecord[],
  asked?: Pick<SeenRecord, 'kind' | 'code'>,
): Promise<Answer> {
  const read = await answer.catch((error: unknown) => {
    if (asked && error instanceof CallError && error.notFound) recordIndex.forget(asked)
    throw error
  })
  recordIndex.seen(recordsOf(read))
  return read
}

/** A record as a list that is still in memory has it. */
export function seenInLists<Row>(lists: QueryKey, isMeant: (row: Row) => boolean): Row | undefined {
  for (const [, list] of queryClient.getQueriesData<Rows<Row>>({ queryKey: lists })) {
    const seen = list?.rows.find(isMeant)
    if (seen) return seen
  }
  return undefined
}
