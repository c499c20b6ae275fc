import { Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cn } from '../lib/cn.ts'
import { openPalette } from '../palette/palette-store.ts'
import { Button, buttonVariants } from '../ui/button.tsx'

interface PhonePagesProps {
  page: number
  pages: number
  /** The address of a page. */
  pathOf(page: number): string
}

function Turn({ label, to }: { label: string; to: string | null }) {
  if (to === null)
    return (
      <Button size="touch" aria-disabled="true">
        {label}
      </Button>
    )
  return (
    <Link to={to} className={cn(buttonVariants({ size: 'touch' }))}>
      {label}
    </Link>
  )
}

/** The pages of a list on a narrow screen, and a button that opens the palette. */
export function PhonePages({ page, pages, pathOf }: PhonePagesProps) {
  return (
    <nav
      aria-label="Pages"
      className="grid h-15 shrink-0 grid-cols-[1fr_1.4fr_1fr] items-center gap-2 border-t border-line bg-bg px-3 pb-1"
    >
      <Turn label="Previous" to={page > 1 ? pathOf(page - 1) : null} />
      <Button variant="primary" size="touch" onClick={() => openPalette()}>
        <Search aria-hidden="true" />
        Jump to a code
      </Button>
      <Turn label="Next" to={page < pages ? pathOf(page + 1) : null} />
    </nav>
  )
}
