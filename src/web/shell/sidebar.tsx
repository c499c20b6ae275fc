import { atom, useAtomValue } from 'jotai'
import { ChevronsUpDown, UserRound } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { useKeys } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { useLayer } from '../commands/targets.ts'
import { installation } from '../state/installation.ts'
import { deferred } from '../ui/deferred.tsx'
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

function Entry({ entry: { label, path, command, Icon, counts } }: { entry: NavigationEntry }) {
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
      {counts && <Count counted={COUNTS[counts]} />}
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

const UserMenuList = deferred(() => import('./user-menu-list.tsx').then((module) => module.UserMenuList))

/** Name of a user whose token has neither name nor e-mail, because the menu needs one. */
const NAMELESS = 'Signed in'

/** What the menu shows of a user: without a name, the e-mail address is the name and is not repeated. */
function shownUser({ given_name, email }: SessionClaims): { name: string; email: string | null } {
  const address = email.toLowerCase()
  if (given_name.trim() !== '') return { name: given_name, email: address }
  return { name: address || NAMELESS, email: null }
}

/** How many records wait in Arrivals, as far as they have been counted. */
export const arrivalsWaitingAtom = atom(0)

const COUNTS = { arrivals: arrivalsWaitingAtom }

/** What waits behind an entry. */
function Count({ counted }: { counted: (typeof COUNTS)['arrivals'] }) {
  const count = useAtomValue(counted)
  if (count === 0) return null
  return (
    <span className="rounded-full bg-surface-2 px-1.5 text-[11px] leading-4 font-medium text-fg-2 inset-ring inset-ring-line tabular">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

/** The signed-in user at the bottom of the sidebar. The menu is loaded when idle or when first opened. */
function UserMenu({ user }: { user: SessionClaims }) {
  const { name, email } = shownUser(user)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useWhenIdle(UserMenuList.preload)

  useLayer('menu', open)

  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <div className="relative mt-auto shrink-0 border-t border-line">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={openByArrow}
        className="flex h-[63px] w-full items-center gap-[9px] px-3 text-left -outline-offset-2 hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="grid size-[26px] shrink-0 place-items-center rounded-full bg-accent-tint text-[11px] leading-none font-semibold text-accent-ink"
        >
          {name === NAMELESS ? <UserRound className="icon-14" /> : name.slice(0, 1).toUpperCase()}
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="truncate leading-[18px] font-medium">{name}</span>
          {email !== null && <span className="truncate text-small text-fg-3">{email}</span>}
        </span>
        <ChevronsUpDown className="icon-14 text-fg-3" aria-hidden="true" />
      </button>
      {open && <UserMenuList.Component button={button.current} onClose={() => setOpen(false)} />}
    </div>
  )
}
