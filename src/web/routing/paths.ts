import { joinCodes } from '../../contract/orders.ts'
import { emailsPath, listPath, type SearchInput, withSearch } from '../../domain/lists/list-address.ts'
import { kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import type { RecordAddress } from '../state/key-queue.ts'

/** Whether the browser is at this address already, so that navigating there must not add a history entry. */
export function isHere(path: string): boolean {
  return path === location.pathname + location.search
}

/** The record whose screen has this path; null if there is none. */
export function recordAt(path: string): RecordAddress | null {
  const isAt = (kind: RecordKind) => path.startsWith(`${kindFacts(kind).path}/`)
  // Purchase orders are below suppliers, so the longest path decides.
  const [kind] = RECORD_KINDS.filter(isAt).toSorted(
    (one, other) => kindFacts(other).path.length - kindFacts(one).path.length,
  )
  const [id = '', ...below] = kind ? path.slice(kindFacts(kind).path.length + 1).split('/') : []
  const isRecord = id !== '' && below.length === 0 && path !== paths.newConsignment()
  return kind && isRecord ? { kind, code: decoded(id) } : null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address of every screen (NAV-1). */
export const paths = {
  signIn: () => '/auth',
  signOut: () => '/logout',
  settings: () => '/settings',
  endOfDay: (tab?: 'late') => withSearch('/end-of-day', { tab }),
  /** The list of a kind of record. */
  list: listPath,
  /** The list of exactly these orders, in this order; at most `MOST_CODES` of them. */
  listOfCodes: (codes: readonly string[]) => listPath('order', { codes: joinCodes(codes) }),
  /** Encoded, because codes may contain `/`, `#` and spaces (NAV-2). The first tab is the default and omitted. */
  record: (kind: RecordKind, id: string, tab?: string, filter: SearchInput = {}) =>
    withSearch(`${kindFacts(kind).path}/${encodeURIComponent(id)}`, {
      tab: tab === 'details' ? undefined : tab,
      ...filter,
    }),
  newConsignment: () => '/consignments/new',
  /** The form for another consignment of a shipped order. */
  anotherConsignment: (code: string) => `${paths.record('order', code)}/another-consignment`,
  pickRuns: (page?: number) =>
    withSearch('/pick-runs', { page: page === undefined || page === 1 ? undefined : String(page) }),
  pickRun: (id: string) => `/pick-runs/${encodeURIComponent(id)}`,
  /** The ship station, which may follow a pick run. */
  ship: (run?: string) => withSearch('/ship', { run }),
  /** The list of what came from outside and waits. */
  arrivals: (filter: SearchInput = {}) => withSearch('/arrivals', filter),
  /** A refused record or file. */
  arrival: (id: string) => `/arrivals/${encodeURIComponent(id)}`,
  emails: emailsPath,
  jobs: (filter: SearchInput = {}) => withSearch('/jobs', filter),
  newJob: () => '/jobs/new',
  notes: (filter: SearchInput = {}) => withSearch('/notes', filter),
  quotes: (filter: SearchInput = {}) => withSearch('/quotes', filter),
}
