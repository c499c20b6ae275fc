/** What an address of several servers demands of the one that is used, as libpq's `target_session_attrs`. */
const TARGETS = ['any', 'read-write', 'primary'] as const
type Target = (typeof TARGETS)[number]

/** The servers of an address, in the order in which they are tried. */
export interface PostgresAddress {
  servers: { name: string; url: string }[]
  target: Target
}

/** Parts of an address: what precedes the hosts, the hosts, and what follows them. */
const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^@/?#]*)(?<after>[/?#].*)?$/
const TARGET = 'target_session_attrs'

/**
 * Reads an address as libpq does: `postgresql://user@a,b:5433/console?target_session_attrs=read-write`. The driver
 * knows neither several hosts nor the parameter, so each server gets an address of its own.
 * @returns a sentence without a subject if it cannot be used
 */
export function parsePostgresAddress(text: string): PostgresAddress | { fault: string } {
  const { before, hosts, after = '' } = PARTS.exec(text)?.groups ?? {}
  if (before === undefined || hosts === undefined || /\s/.test(text)) return { fault: NOT_AN_ADDRESS }
  const [path = '', query = ''] = after.split('?', 2)
  const parameters = new URLSearchParams(query)
  const target = TARGETS.find((one) => one === (parameters.get(TARGET) ?? 'any'))
  if (target === undefined) return { fault: `must have a ${TARGET} of ${TARGETS.join(', ')}` }
  parameters.delete(TARGET)
  const rest = parameters.size > 0 ? `${path}?${parameters}` : path
  const servers = hosts.split(',').map((name) => ({ name, url: `${before}${name}${rest}` }))
  if (servers.length > 1 && servers.some(({ name }) => name === '')) return { fault: NOT_AN_ADDRESS }
  // A blank host is a local socket, as in `postgres:///console`.
  const isReadable = ({ name, url }: { name: string; url: string }) => name === '' || URL.canParse(url)
  return servers.every(isReadable) ? { servers, target } : { fault: NOT_AN_ADDRESS }
}

const NOT_AN_ADDRESS = 'must be an address such as postgres://user@host/database'
