import { KEY, SITE, startGateway } from '../../server/couriers/stand-in-gateway.ts'
import { startMailServer } from '../../server/outbox/mail-server.ts'
import type { Bench } from './bench.ts'

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** A stand-in for GoSweetSpot that survives the server, and the settings with which a server uses it. */
export async function startCourier(bench: Bench) {
  const gateway = await startGateway()
  bench.defer(gateway.stop)
  return {
    gateway,
    settings: { GSS_ACCESS_KEY: KEY, GSS_SITE_ID: SITE, GSS_BASE_URL: gateway.url },
  }
}

/** A mail server that survives the server, and the settings with which a server uses it. */
export async function startMail(bench: Bench) {
  const mail = await startMailServer()
  bench.defer(mail.stop)
  return {
    mail,
    settings: { SMTP_URL: mail.url, SMTP_FROM: 'Dispatch <orders@example.com>' },
  }
}

/** The ids of the messages that a mail server accepted, once per acceptance. */
export function messageIds(received: readonly { text: string }[]): string[] {
  return received.map(({ text }) => /^message-id: *(\S+)/im.exec(text)?.[1] ?? 'no id')
}

/** The values that occur more than once. */
export function repeated(values: Iterable<string>): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) twice.add(value)
    seen.add(value)
  }
  return [...twice]
}
