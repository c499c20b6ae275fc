import { Link, useLocation } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { useKeys } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { Brand } from './brand.tsx'
import { SIDEBAR_ENTRY, SIDEBAR_HEAD, SIDEBAR_LIST } from './layout.ts'
import { isCurrent, NAVIGATION, type NavigationEntry } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

/** The left column; on small screens the content of the drawer. */
export function Sidebar({ user }: { user: SessionClaims }) {
  const { pathname } = useLocation()
  return (
    <div className="flex h-full flex-col bg-bg">
      <div className={SIDEBAR_HEAD}>
        <Brand />
      </div>
      <nav aria-label="Main" className={SIDEBAR_LIST}>
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
      className={SIDEBAR_ENTRY}
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
