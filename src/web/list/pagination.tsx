import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CommandId } from '../../../commands/index.ts'
import { counted } from '../../domain/format/text.ts'
import { pageWindow } from '../../domain/lists/paging.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { withPalette } from '../commands/targets.ts'
import { useNarrow } from '../table/use-narrow.ts'
import { Button, buttonVariants } from '../ui/button.tsx'
import type { ListRows } from './use-list-rows.ts'

interface PaginationProps {
  page: number
  pages: number
  /** The address of a page. */
  pathOf(page: number): string
  /** At the left: 'Row 9 of 200'. */
  position: string
}

const SLOT = 'inline-flex h-6 min-w-6 items-center justify-center gap-1.5 rounded-s px-1.5 font-medium'

const openPalette = () => withPalette('Palette', (palette) => palette.open())

interface StepProps {
  label: string
  to: string | null
  command: CommandId
  className?: string
}

/** A link to an adjacent page. Without a target it stays focusable but disabled. */
function Step({ label, to, command, className }: StepProps) {
  const { aria } = useKeys(command)
  const content = (
    <>
      {label}
      <CommandKeys id={command} />
    </>
  )
  if (to === null)
    return (
      <button type="button" aria-disabled="true" className={clsx(SLOT, 'text-fg-off', className)}>
        {content}
      </button>
    )
  return (
    <Link to={to} aria-keyshortcuts={aria} className={clsx(SLOT, 'text-fg-2 hover:bg-hover', className)}>
      {content}
    </Link>
  )
}

/** The pages of a list (LIST-5), as links that can be opened in a new tab. */
export function Pagination(props: PaginationProps) {
  return useNarrow() ? <PhonePages {...props} /> : <Pages {...props} />
}

function Pages({ page, pages, pathOf, position }: PaginationProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex h-9 shrink-0 items-center gap-1 border-t border-line px-4 text-small text-fg-3 tabular"
    >
      <span className="mr-auto">{position}</span>
      <Step label="Previous" to={page > 1 ? pathOf(page - 1) : null} command="list.previous-page" />
      {pageWindow(page, pages).map((slot, index, slots) =>
        slot === 'gap' ? (
          <span key={`after-${slots[index - 1]}`} className={SLOT}>
            …
          </span>
        ) : (
          <Link
            key={slot}
            to={pathOf(slot)}
            aria-label={`Page ${slot}`}
            aria-current={slot === page ? 'page' : undefined}
            className={clsx(
              SLOT,
              'text-fg-2 hover:bg-hover aria-[current]:bg-current-entry aria-[current]:text-fg',
            )}
          >
            {slot}
          </Link>
        ),
      )}
      <Step
        label="Next"
        to={page < pages ? pathOf(page + 1) : null}
        command="list.next-page"
        className="-mr-[5px]"
      />
    </nav>
  )
}

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
    <Link to={to} className={buttonVariants({ size: 'touch' })}>
      {label}
    </Link>
  )
}

/** The pages of a list on a narrow screen, and a button that opens the palette. */
function PhonePages({ page, pages, pathOf }: PhonePagesProps) {
  return (
    <nav
      aria-label="Pages"
      className="grid h-15 shrink-0 grid-cols-[1fr_1.4fr_1fr] items-center gap-2 border-t border-line bg-bg px-3 pb-1"
    >
      <Turn label="Previous" to={page > 1 ? pathOf(page - 1) : null} />
      <Button variant="primary" size="touch" onClick={openPalette}>
        <Search aria-hidden="true" />
        Jump to a code
      </Button>
      <Turn label="Next" to={page < pages ? pathOf(page + 1) : null} />
    </nav>
  )
}

/** Below a list without pages: the number of rows, and on a narrow screen a button that opens the palette. */
export function ListCount({ list: { state, rows } }: { list: Pick<ListRows<unknown>, 'state' | 'rows'> }) {
  const narrow = useNarrow()
  const known = state === 'rows' || state === 'empty'
  return (
    <footer className="flex h-9 shrink-0 items-center border-t border-line px-4 text-small text-fg-3 tabular max-sm:h-15 max-sm:justify-between max-sm:bg-bg max-sm:px-3">
      <span role="status">{known && counted(rows.length, 'result')}</span>
      {narrow && (
        <Button variant="primary" size="touch" onClick={openPalette}>
          <Search aria-hidden="true" />
          Jump to a code
        </Button>
      )}
    </footer>
  )
}
