import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLayer } from '../commands/targets.ts'

interface DrawerProps {
  id: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** The sidebar on small screens: the browser's modal dialog, which traps and restores the focus. */
export function Drawer({ id, open, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useLayer('dialog', open)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; the browser handles Escape
    <dialog
      ref={dialog}
      id={id}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-[264px] border-r border-line bg-bg p-0 text-fg shadow-3 backdrop:bg-scrim sm:hidden"
    >
      <div className="relative h-full">
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-m text-fg-2 -outline-offset-2"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
        {children}
      </div>
    </dialog>
  )
}
