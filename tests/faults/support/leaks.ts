/** Content that no response may have, by its description. */
const LEAKS: Record<string, RegExp> = {
  'a stack': /\n\s+at .+:\d+:\d+|\bat \w+ \(/,
  'an error of a database':
    /SQLITE_|SqliteError|libsql|syntax error at or near|near ".*": syntax error|no such (table|column)|violates .* constraint|duplicate key value|malformed/i,
  'a statement':
    /\b(select|insert into|update|delete from) +"?(orders|customers|consignments|sessions|quotes|claims)\b/i,
  'a path of the machine': /node_modules|\/src\/server|\/(home|root|usr|var|tmp)\/\w/,
  'a file of the machine': /root:x:0/,
}

/** The description of leaked content in a response; null if there is none. */
export function leakIn(text: string, status: number, secrets: readonly string[]): string | null {
  if (secrets.some((secret) => text.includes(secret))) return 'a secret'
  if (status < 400) return LEAKS['a file of the machine']?.test(text) ? 'a file of the machine' : null
  return Object.entries(LEAKS).find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
