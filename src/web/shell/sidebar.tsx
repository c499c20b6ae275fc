import { Link, useLocation } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { useKeys } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { Brand } from './brand.tsx'
import { isCurrent, NAVIGATION, type NavigationEntry } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

/** The column at the left, on small screens the inside of the drawer. */
export function Sidebar({ user }: { user: SessionClaims }) {
  const { pathname } = useLocation()
  return (
    <div className="flex h-full flex-col bg-bg">
      <div className="flex h-11 shrink-0 items-center px-3.5 max-sm:h-[52px]">
        <Brand />
      </div>
      <nav aria-label="Main" className="grid gap-px px-2 py-1.5">
        {NAVIGATION.map((entry) => (
          <Entry key={entry.path} entry={entry} current={isCurrent(entry.path, pathname)} />
        ))}
      </nav>
      <UserMenu user={user} />
    </div>
  )
}

function Entry({
  entry: { label, path, command, Icon },
  current,
}: {
  entry: NavigationEntry
  current: boolean
}) {
  const { keys, aria } = useKeys(command)
  return (
    <Link
      to={path}
      aria-current={current ? 'page' : undefined}
      aria-keyshortcuts={aria}
      className="flex h-[30px] items-center gap-[9px] rounded-m pr-1.5 pl-2 font-medium text-fg-2 hover:bg-hover aria-[current]:bg-current-entry aria-[current]:text-fg max-sm:h-11 [&>.lucide]:text-fg-3 aria-[current]:[&>.lucide]:text-accent-ink"
    >
      <Icon aria-hidden="true" />
      {label}
      <span
        aria-hidden="true"
        className="ml-auto flex gap-1 font-mono text-[11px] leading-none font-normal text-fg-3 in-data-typing:opacity-40 max-sm:hidden"
      >
        {keys
          .slice(0, 1)
          .flatMap(capsOf)
          .map((cap) => (
            <span key={cap}>{cap}</span>
          ))}
      </span>
    </Link>
  )
}
