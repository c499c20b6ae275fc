import { queryOptions } from '@tanstack/react-query'
import {
  getConsignmentHistory,
  getOrderHistory,
  type History,
  type HistoryKind,
  recordPrinting,
} from '../../contract/history.ts'
import { installation } from '../state/installation.ts'
import { send } from './client.ts'

/** The query of a history. It is kept only while it is shown, so that it is current whenever it is opened. */
export function historyQuery(kind: HistoryKind, code: string) {
  return queryOptions({
    queryKey: ['history', kind, code],
    queryFn: ({ signal }): Promise<History> =>
      kind === 'order'
        ? send(getOrderHistory, { path: { code }, signal })
        : send(getConsignmentHistory, { path: { trackingCode: code }, signal }),
    gcTime: 0,
  })
}

/** Reports printed labels to a back end that keeps a history. Never rejects: the labels are printed in any case. */
export async function reportPrinting(trackingCode: string): Promise<void> {
  if (!installation.capabilities.has('history')) return
  await send(recordPrinting, { path: { trackingCode } }).catch(() => undefined)
}
