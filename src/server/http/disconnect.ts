import { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** Closes the connection without waiting for the client to read. Without a connection, as in a test, it does nothing. */
export function disconnect({ env }: Pick<Context, 'env'>): void {
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return
  if (env.outgoing instanceof ServerResponse) env.outgoing.destroy()
}
