import { parseAccept } from 'hono/utils/accept'

/**
 * The first of the offered encodings that an Accept-Encoding header allows; null if the response must be sent as it is.
 * `hono/accepts` would follow the order of the client, and browsers name gzip before br.
 */
export function acceptedEncoding<Encoding extends string>(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | null {
  const accepted = parseAccept((header ?? '').toLowerCase())
  const weightOf = (name: string) => accepted.find(({ type }) => type === name)?.q
  return offered.find((name) => (weightOf(name) ?? weightOf('*') ?? 0) > 0) ?? null
}
