import { Search } from 'lucide-react'
import { Skeleton } from '../ui/skeleton.tsx'
import { Brand } from './brand.tsx'
import {
  JUMP,
  JUMP_FIELD,
  PHONE_BAR,
  SHELL_GRID,
  SIDEBAR,
  SIDEBAR_ENTRY,
  SIDEBAR_HEAD,
  SIDEBAR_HEADING,
  SIDEBAR_LIST,
  TOP_BAR,
} from './layout.ts'
import { FLOOR, FLOOR_HEADING, NAVIGATION } from './navigation.ts'

/** Number of rows that fill a tall screen. */
const ROWS = Array.from({ length: 32 }, (_, index) => index)

/**
 * A static copy of the shell, painted before any script has run. The build renders it into `index.html`. Inline
 * scripts there show it to signed-in users and mark the current entry. React's first commit replaces it.
 */
export function FirstPaint() {
  return (
    <div className={`first-paint ${SHELL_GRID}`} aria-hidden="true">
      <aside className={SIDEBAR}>
        <div className="flex h-full flex-col bg-bg">
          <div className={SIDEBAR_HEAD}>
            <Brand />
          </div>
          <div className={SIDEBAR_LIST}>
            {NAVIGATION.map(({ label, path, Icon }) => (
              <span key={path} data-path={path} className={SIDEBAR_ENTRY}>
                <Icon />
                {label}
              </span>
            ))}
          </div>
          <div className={SIDEBAR_HEADING}>{FLOOR_HEADING}</div>
          <div className={SIDEBAR_LIST}>
            {FLOOR.map(({ label, path, Icon }) => (
              <span key={path} data-path={path} data-floor="" className={SIDEBAR_ENTRY}>
                <Icon />
                {label}
              </span>
            ))}
          </div>
        </div>
      </aside>
      <div className={TOP_BAR}>
        <span className={JUMP_FIELD}>
          <Search />
          <span className="truncate">{JUMP}</span>
        </span>
      </div>
      <div className={PHONE_BAR} />
      <div className="flex min-h-0 flex-col overflow-hidden bg-surface">
        <div className="first-list h-full min-h-0 flex-col">
          <div className="flex h-11 items-center px-4 text-title max-sm:hidden" data-title="" />
          <div className="flex gap-2 px-4 pb-3 max-sm:px-3 max-sm:py-2.5">
            <span className="h-7 w-80 rounded-m border border-line-control max-sm:h-10 max-sm:w-full" />
          </div>
          <div
            data-first-rows=""
            className="relative min-h-0 flex-1 overflow-hidden border-t border-line max-sm:border-t-0"
          >
            <div className="h-7 border-b border-line bg-surface-2 max-sm:hidden" />
            {ROWS.map((row) => (
              <div key={row} className="flex h-7 items-center border-b border-line-soft px-4 max-sm:h-[59px]">
                <Skeleton className="w-1/3" />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="h-7 border-t border-line bg-bg max-sm:hidden" />
    </div>
  )
}
