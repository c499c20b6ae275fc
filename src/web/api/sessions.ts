import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import { endOtherSessions, listSessions, type OwnSession, revokeSession } from '../../contract/sign-in.ts'
import { send, succeed } from './client.ts'
import { queryClient } from './query-client.ts'

/** Queries of the capability `sessions`. Must not be used if the back end lacks it. */
export const sessionQueries = {
  own: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: ({ signal }): Promise<Rows<OwnSession>> => send(listSessions, { signal }),
    }),
}

/** Ends one of the user's sessions. @throws CallError with the server's reason */
export async function endOwnSession(id: string): Promise<void> {
  await succeed(send(revokeSession, { path: { id } })).finally(readAgain)
}

/** Ends all sessions of the user but this one. @throws CallError with the server's reason */
export async function endOwnOtherSessions(): Promise<void> {
  await succeed(send(endOtherSessions)).finally(readAgain)
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: sessionQueries.own().queryKey })
