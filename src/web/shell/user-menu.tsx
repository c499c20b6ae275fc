import { ChevronsUpDown, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { whenIdle } from '../api/when-idle.ts'
import { useLayer } from '../commands/targets.ts'
import { deferred } from '../ui/deferred.tsx'

const UserMenuList = deferred(() => import('./user-menu-list.tsx').then((module) => module.UserMenuList))

/** Name of a user whose token has neither name nor e-mail, because the menu needs one. */
const NAMELESS = 'Signed in'

/** What the menu shows of a user: without a name, the e-mail address is the name and is not repeated. */
function shownUser({ given_name, email }: SessionClaims): { name: string; email: string | null } {
  const address = email.toLowerCase()
  if (given_name.trim() !== '') return { name: given_name, email: address }
  return { name: address || NAMELESS, email: null }
}

/** The signed-in user at the bottom of the sidebar. The menu is loaded when idle or when first opened. */
export function UserMenu({ user }: { user: SessionClaims }) {
  const { name, email } = shownUser(user)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => whenIdle(UserMenuList.preload), [])

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
