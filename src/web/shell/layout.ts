/** Classes that the shell and its first paint share, so that nothing shifts when React takes over. */

export const SHELL_GRID =
  'h-full grid-cols-[208px_minmax(0,1fr)] grid-rows-[44px_minmax(0,1fr)_28px] low:h-auto low:min-h-dvh low:grid-rows-[44px_auto_28px] max-sm:grid-cols-[minmax(0,1fr)] max-sm:grid-rows-[52px_minmax(0,1fr)] low:max-sm:grid-rows-[52px_auto] print:block print:h-auto'

export const SIDEBAR = 'row-span-full border-r border-line max-sm:hidden print:hidden'

export const SIDEBAR_HEAD = 'flex h-11 shrink-0 items-center px-3.5 max-sm:h-[52px]'

export const SIDEBAR_LIST = 'grid gap-px px-2 py-1.5'

export const SIDEBAR_HEADING = 'px-4 pt-3 text-micro text-fg-3 max-sm:pt-4'

export const SIDEBAR_ENTRY =
  'flex h-[30px] items-center gap-[9px] rounded-m pr-1.5 pl-2 font-medium text-fg-2 hover:bg-hover aria-[current]:bg-current-entry aria-[current]:text-fg max-sm:h-11 [&>.lucide]:text-fg-3 aria-[current]:[&>.lucide]:text-accent-ink'

export const TOP_BAR = 'flex items-center gap-2 border-b border-line bg-bg px-4 max-sm:hidden print:hidden'

export const JUMP_FIELD =
  'flex h-[30px] w-[440px] min-w-0 items-center gap-2 rounded-m border border-line-control bg-surface pr-[5px] pl-[9px] text-fg-3 shadow-1'

export const JUMP = 'Jump to a code, or type a command'

export const PHONE_BAR =
  'flex h-[52px] items-center gap-1 border-b border-line bg-bg px-1 sm:hidden print:hidden'
