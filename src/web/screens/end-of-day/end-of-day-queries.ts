import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../../contract/call.ts'
import type { Consignment } from '../../../contract/consignments.ts'
import {
  type CourierDay,
  closeDay,
  type DayClosed,
  type LateConsignment,
  listCourierDays,
  listLate,
} from '../../../contract/end-of-day.ts'
import { send } from '../../api/client.ts'
import { consignmentRecord, END_OF_DAY, refreshConsignments } from '../../api/consignments.ts'
import { indexedRows } from '../../api/indexed.ts'
import { queryClient, unlessLive } from '../../api/query-client.ts'

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

/** Sends the manifest of everything of a courier that is not manifested. @throws CallError with the server's reason */
export async function sendManifest(day: CourierDay): Promise<DayClosed> {
  const { courier, provider, branch, open, unconfirmed } = day
  try {
    return await send(closeDay, {
      body: {
        id: crypto.randomUUID(),
        ...{ courier, provider, branch },
        consignments: [...open, ...unconfirmed],
        again: unconfirmed.length > 0,
      },
    })
  } finally {
    void queryClient.invalidateQueries({ queryKey: END_OF_DAY })
    refreshConsignments()
  }
}
