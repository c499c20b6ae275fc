import type { ReactNode } from 'react'
import { Dialog, DialogContent, DialogTitle } from '../../src/web/ui/dialog.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../../src/web/ui/popover.tsx'

/** Open layers, for tests of the focus. */

interface LayerProps {
  children: ReactNode
}

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

export function PopoverLayer({ children }: LayerProps) {
  return (
    <Popover open>
      <PopoverAnchor />
      <PopoverContent aria-label="Layer">{children}</PopoverContent>
    </Popover>
  )
}
