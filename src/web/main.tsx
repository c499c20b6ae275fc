import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider as StoreProvider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { loadHttp } from './api/client.ts'
import { queryClient } from './api/query-client.ts'
import { whenIdle, whenLoaded } from './api/when-idle.ts'
import { likelyNext, routes } from './routes.tsx'
import { followRouter } from './routing/location.ts'
import { guardPrivateData } from './shell/private-data.ts'
import { noticeMissingChunk } from './state/new-version.ts'
import { store } from './state/store.ts'

window.addEventListener('vite:preloadError', () => void noticeMissingChunk())

guardPrivateData()

const router = createBrowserRouter(routes)
followRouter(router)

/** Resolves once the matched screen's chunk is loaded: React would show a fallback for at least 300 ms. */
function matchedScreen(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** Resolves once the rows that the page has drawn are in the cache, so that React's first commit has them, too. */
function drawnRows(): Promise<void> {
  return new Promise((resolve) => (window.firstRowsAt === undefined ? resolve() : whenLoaded(resolve)))
}

function start(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <StoreProvider store={store}>
        <QueryClientProvider client={queryClient}>
          {/* In a transition, React would render a screen in slices and do other work in between. */}
          <RouterProvider router={router} useTransitions={false} />
        </QueryClientProvider>
      </StoreProvider>
    </StrictMode>,
  )
  whenIdle(() => {
    void loadHttp()
    for (const load of likelyNext) void load().catch(() => undefined)
  })
}

const root = document.getElementById('root')
// Not awaited at the top level: the screen's chunk imports this module, so each would wait for the other.
if (root) {
  void matchedScreen()
    .then(drawnRows)
    .then(() => start(root))
}
