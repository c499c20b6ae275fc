import type { AppDependencies } from '../../../src/server/app.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { createKey } from '../../../src/server/intake/key-store.ts'
import type { ReportedRecord } from '../../../src/server/intake/take-in.ts'
import { NOW, signedInApp } from '../orders/harness.ts'

const JSON_TYPE = 'application/json'

/** The calls of another system with a key of its own. */
export async function intakeOnTest(db: Connections, parts: Partial<AppDependencies> = {}) {
  const { id, key } = await createKey(db, 'Web shop', NOW)
  const { app } = signedInApp(db, undefined, undefined, parts)
  const send = async (
    kind: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream,
    { type = JSON_TYPE, authorization = `Bearer ${key}` }: { type?: string; authorization?: string } = {},
  ) =>
    app.request(`/api/v1/intake/${kind}`, {
      method: 'POST',
      headers: { ...(type && { 'Content-Type': type }), ...(authorization && { authorization }) },
      body,
      // Required for a streamed body, but missing in the type of requests.
      ...{ duplex: 'half' },
    })
  return {
    ...{ app, id, key, send },
    /** Sends records as JSON. */
    async put(kind: string, records: unknown): Promise<ReportedRecord[]> {
      const answer = await send(kind, JSON.stringify(records))
      if (answer.status !== 200)
        throw new Error(`The intake answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()).results
    },
  }
}
