import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { useKeys } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { installation } from '../state/installation.ts'
import { Brand } from './brand.tsx'
import { SIDEBAR_ENTRY, SIDEBAR_HEAD, SIDEBAR_HEADING, SIDEBAR_LIST } from './layout.ts'
import {
  FLOOR,
  FLOOR_HEADING,
  isCurrent,
  NAVIGATION,
  type NavigationEntry,
  SETTINGS_ENTRY,
} from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

interface SidebarProps {
  user: SessionClaims
  /** Whether it is the content of the drawer, which has the settings, too. */
  inDrawer?: boolean
}

/** The left column; on small screens the content of the drawer. */
export function Sidebar({ user, inDrawer = false }: SidebarProps) {
  const headingId = useId()
  const floor = FLOOR.filter(({ capability }) => !capability || installation.capabilities.has(capability))
  return (
    <div className="flex h-full flex-col bg-bg">
      <div className={SIDEBAR_HEAD}>
        <Brand />
      </div>
      <div className="min-h-0 overflow-y-auto">
        <nav aria-label="Main" className={SIDEBAR_LIST}>
          {NAVIGATION.map((entry) => (
            <Entry key={entry.path} entry={entry} />
          ))}
        </nav>
        <nav aria-labelledby={headingId}>
          <h2 id={headingId} className={SIDEBAR_HEADING}>
            {FLOOR_HEADING}
          </h2>
          <div className={SIDEBAR_LIST}>
            {floor.map((entry) => (
              <Entry key={entry.path} entry={entry} />
            ))}
          </div>
        </nav>
        {inDrawer && (
          <div className="border-t border-line">
            <div className={SIDEBAR_LIST}>
              <Entry entry={SETTINGS_ENTRY} />
            </div>
          </div>
        )}
      </div>
      <UserMenu user={user} />
    </div>
  )
}

function Entry({ entry: { label, path, command, Icon } }: { entry: NavigationEntry }) {
  const { keys, aria } = useKeys(command)
  const current = isCurrent(path, useLocation().pathname)
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
