import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { queryClient } from '../../src/web/api/query-client.ts'
import { store } from '../../src/web/state/store.ts'

/** The console's own store and query cache, as the wrapper of `render`. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </Provider>
  )
}
