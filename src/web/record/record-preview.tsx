import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CommandKeys } from '../commands/command-keys.tsx'
import { Button, buttonVariants } from '../ui/button.tsx'

interface RecordPeekProps {
  /** What it is: 'Order'. */
  noun: string
  code: string
  badge?: ReactNode
  /** The address of its own screen. */
  path: string
  onClose(): void
  children: ReactNode
}

/** A look at the active row beside the list. The rows keep the focus and the keys. */
export function RecordPeek({ noun, code, badge, path, onClose, children }: RecordPeekProps) {
  return (
    <section
      aria-label={`${noun} ${code}`}
      className="absolute inset-y-0 right-0 z-3 flex w-[480px] max-w-full flex-col border-t border-l border-line bg-raised shadow-3 max-sm:hidden"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="text-panel whitespace-nowrap">
          {noun} <code className="font-semibold">#{code}</code>
        </h2>
        {badge}
        <span className="ml-auto flex items-center gap-1">
          <Link to={path} className={buttonVariants({ variant: 'quiet' })}>
            Open
            <CommandKeys id="list.open" />
          </Link>
          <Button variant="quiet" onClick={onClose}>
            Close
            <CommandKeys id="peek.close" />
          </Button>
        </span>
      </header>
      <div key={code} className="min-h-0 flex-1 overflow-y-auto p-4">
        {children}
      </div>
    </section>
  )
}
