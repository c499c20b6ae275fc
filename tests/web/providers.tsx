import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../../src/web/api/query-client.ts'
import { store } from '../../src/web/state/store.ts'
import { Dialog, DialogContent, DialogTitle } from '../../src/web/ui/dialog.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../../src/web/ui/popover.tsx'

/** The console's own store and query cache, as the wrapper of `render`. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </Provider>
  )
}

interface LayerProps {
  children: ReactNode
}

/** An open dialog, for tests of the focus. */
export function DialogLayer({ children }: LayerProps) {
  return (
    <Dialog open>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Layer</DialogTitle>
        {children}
      </DialogContent>
    </Dialog>
  )
}

/** An open popover, for tests of the focus. */
export function PopoverLayer({ children }: LayerProps) {
  return (
    <Popover open>
      <PopoverAnchor />
      <PopoverContent aria-label="Layer">{children}</PopoverContent>
    </Popover>
  )
}

/**
 * During each test all elements have a size, in pixels: happy-dom has no layout, so that no row would be visible. All
 * mocks are restored afterwards.
 */
export function setUpLayout({ width, height }: { width: number; height: number }): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  })
  afterEach(() => void vi.restoreAllMocks())
}
