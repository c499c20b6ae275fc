import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'

/** Query parameters of an address; undefined and blank ones are left out. */
export type SearchInput = Readonly<Record<string, string | undefined>>

function withSearch(path: string, search: SearchInput): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value) parameters.set(name, value)
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Whether the browser is at this address already: to go there again must add nothing to its history. */
export function isHere(path: string): boolean {
  return path === location.pathname + location.search
}

/** The address of every screen (section 2). */
export const paths = {
  signIn: () => '/auth',
  signOut: () => '/logout',
  settings: () => '/settings',
  /** The list of a kind of record. */
  list: (kind: RecordKind, filter: SearchInput = {}) => withSearch(kindFacts(kind).path, filter),
  /** Always encoded: codes may contain `/`, `#` and spaces (reading 21). The first tab, the details, is left out. */
  record: (kind: RecordKind, id: string, tab?: string) =>
    withSearch(`${kindFacts(kind).path}/${encodeURIComponent(id)}`, {
      tab: tab === 'details' ? undefined : tab,
    }),
  newConsignment: () => '/consignments/new',
  emails: (filter: SearchInput = {}) => withSearch('/emails', filter),
  jobs: (filter: SearchInput = {}) => withSearch('/jobs', filter),
  newJob: () => '/jobs/new',
  notes: (filter: SearchInput = {}) => withSearch('/notes', filter),
  quotes: (filter: SearchInput = {}) => withSearch('/quotes', filter),
  suppliers: (tab?: 'orders', query?: string) => withSearch('/suppliers', { tab, query }),
}
