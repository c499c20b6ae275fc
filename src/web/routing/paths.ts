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

/** Path of a record. Always encoded: codes may hold `/`, `#` and spaces (reading 21). */
function record(list: string, code: string, search: SearchInput = {}): string {
  return withSearch(`${list}/${encodeURIComponent(code)}`, search)
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
  consignments: (filter: SearchInput = {}) => withSearch('/consignments', filter),
  newConsignment: () => '/consignments/new',
  consignment: (code: string, tab?: 'labels') => record('/consignments', code, { tab }),
  customers: (filter: SearchInput = {}) => withSearch('/customers', filter),
  customer: (code: string, tab?: 'orders') => record('/customers', code, { tab }),
  emails: (filter: SearchInput = {}) => withSearch('/emails', filter),
  jobs: (filter: SearchInput = {}) => withSearch('/jobs', filter),
  newJob: () => '/jobs/new',
  notes: (filter: SearchInput = {}) => withSearch('/notes', filter),
  orders: (filter: SearchInput = {}) => withSearch('/orders', filter),
  order: (code: string, tab?: 'freight') => record('/orders', code, { tab }),
  products: (filter: SearchInput = {}) => withSearch('/products', filter),
  product: (slug: string, tab?: 'suppliers') => record('/products', slug, { tab }),
  quotes: (filter: SearchInput = {}) => withSearch('/quotes', filter),
  suppliers: (tab?: 'orders', query?: string) => withSearch('/suppliers', { tab, query }),
  supplier: (id: string) => record('/suppliers', id),
  supplierOrder: (id: string) => record('/suppliers/orders', id),
}
