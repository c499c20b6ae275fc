import { queryOptions } from '@tanstack/react-query'
import type { CourierDayTarget } from '../../../../commands/engine/targets.ts'
import type { Rows } from '../../../contract/call.ts'
import type { Consignment } from '../../../contract/consignments.ts'
import {
  type CourierDay,
  closeDay,
  type DayClosed,
  type LateConsignment,
  listCourierDays,
  listLate,
  MOST_MANIFESTED,
} from '../../../contract/end-of-day.ts'
import { refusalOf, send } from '../../api/client.ts'
import { consignmentRecord, END_OF_DAY, refreshConsignments } from '../../api/consignments.ts'
import { indexedRows, queryClient, unlessLive } from '../../api/query-client.ts'
import { printDocument } from '../../printing/print.ts'

/** A late consignment as a row, on which the commands of consignments act. */
export type LateRow = Consignment & { late: Pick<LateConsignment, 'reason' | 'since'> }

/** Queries of the capability `end-of-day`. */
export const endOfDayQueries = {
  couriers: () =>
    queryOptions({
      queryKey: [...END_OF_DAY, 'couriers'],
      queryFn: ({ signal }): Promise<Rows<CourierDay>> => send(listCourierDays, { signal }),
      refetchOnWindowFocus: unlessLive,
    }),
  late: () =>
    queryOptions({
      queryKey: [...END_OF_DAY, 'late'],
      queryFn: async ({ signal }): Promise<Rows<LateRow>> => {
        const { rows, unreadable } = await send(listLate, { signal })
        return {
          rows: rows.map(({ consignment, reason, since }) => ({ ...consignment, late: { reason, since } })),
          unreadable,
        }
      },
      refetchOnWindowFocus: unlessLive,
      meta: indexedRows<LateRow>(consignmentRecord),
    }),
}

/** The id of a courier's row. Only the provider may contain a space, so that it is last. */
export function courierDayId({ courier, provider, branch }: CourierDay): string {
  return `${branch} ${courier} ${provider}`
}

/** The provider in the id of a row. */
export function providerIn(id: string): string {
  return id.split(' ').slice(2).join(' ')
}

/** A courier as commands act on it. */
export function courierDayTarget(day: CourierDay): CourierDayTarget {
  const { courier, provider, branch } = day
  return {
    day,
    async printRunSheet() {
      await printDocument({ kind: 'run-sheet', courier, provider, branch })
    },
    close: () =>
      sendManifests(day).catch((error: unknown) => ({
        outcome: 'refused',
        reason: refusalOf(error).reason ?? 'Failed to close the day, please try again.',
      })),
  }
}

/**
 * Sends everything of a courier that is not manifested, in one manifest after another. Ends at the first one that is
 * not confirmed.
 * @throws CallError with the server's reason
 */
export async function sendManifests(day: CourierDay): Promise<DayClosed> {
  const { courier, provider, branch, open, unconfirmed } = day
  const codes = [...unconfirmed, ...open]
  let closed: DayClosed = { outcome: 'closed', pickup: null }
  try {
    for (let start = 0; start < codes.length && closed.outcome === 'closed'; start += MOST_MANIFESTED) {
      const end = start + MOST_MANIFESTED
      closed = await send(closeDay, {
        body: {
          id: crypto.randomUUID(),
          ...{ courier, provider, branch },
          consignments: codes.slice(start, end),
          again: start < unconfirmed.length,
          more_follow: end < codes.length,
        },
      })
    }
    return closed
  } finally {
    void queryClient.invalidateQueries({ queryKey: END_OF_DAY })
    refreshConsignments()
  }
}
