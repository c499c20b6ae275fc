import { kindFacts } from '../records/record-kind.ts'

/** Query parameters of an address; undefined and blank ones are omitted. */
export type SearchInput = Readonly<Record<string, string | undefined>>

/** A path with query parameters. */
export function withSearch(path: string, search: SearchInput): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value) parameters.set(name, value)
  }
  // A comma needs no escape in a query, and lists of codes are shared.
  const text = parameters.toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

/** The address of the emails. */
export function emailsPath(filter: SearchInput = {}): string {
  return withSearch('/emails', filter)
}

/** The address of the suppliers, or of their orders, which share a path. */
export function suppliersPath(tab?: 'orders', query?: string): string {
  return withSearch(kindFacts('supplier').path, { tab, query })
}
