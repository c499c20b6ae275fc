import { useEffect, useId, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { useLastBooking } from '../commands/use-last-booking.ts'
import { HintBar } from '../hotkeys/hint-bar.tsx'
import { Hotkeys } from '../hotkeys/hotkeys.tsx'
import { useLiveDesk } from '../live/use-live-desk.ts'
import { PaletteHost } from '../palette/host.tsx'
import { paths } from '../routing/paths.ts'
import { useSavedViews } from '../saved-views/use-saved-views.ts'
import { ViewsMenu } from '../saved-views/views-menu.tsx'
import { keepReturnAddress, useSession } from '../state/session.ts'
import { type DialogChunks, DialogHost } from './dialog-host.tsx'
import { Drawer } from './drawer.tsx'
import { SHELL_GRID, SIDEBAR } from './layout.ts'
import { NewVersionBar } from './new-version-bar.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { useScreenTitle } from './screen-title.ts'
import { Sidebar } from './sidebar.tsx'
import { ToastStack } from './toast-stack.tsx'
import { PhoneBar, TopBar } from './top-bar.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface ShellProps {
  dialogs: DialogChunks
}

/** The frame of all screens for signed-in users. Without a token it redirects to /logout (section 2). */
export function Shell({ dialogs }: ShellProps) {
  // Every navigation reads the token again: one that was removed in this tab causes no storage event.
  useLocation()
  const user = useSession()
  // Keyed by user, so that another user gets a new shell.
  return user ? <SignedIn key={user.email} user={user} dialogs={dialogs} /> : <Leave />
}

/** Redirects to sign-in. After an expired session, signing in again returns to this address. */
function Leave() {
  const navigate = useNavigate()
  useEffect(() => {
    keepReturnAddress()
    navigate(paths.signOut(), { replace: true })
  }, [navigate])
  return null
}

function SignedIn({ user, dialogs }: ShellProps & { user: SessionClaims }) {
  const title = useScreenTitle()
  useKeptFocus()
  useLiveDesk()
  useLastBooking()
  useSavedViews()
  return (
    <div className={`grid ${SHELL_GRID}`}>
      <a
        href="#main"
        className="sr-only z-30 rounded-m bg-surface px-2.5 py-1 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className={SIDEBAR}>
        <Sidebar user={user} />
      </aside>
      <TopBar />
      <PhoneNavigation user={user} title={title} />
      <main
        id="main"
        tabIndex={-1}
        className="relative flex min-h-0 flex-col overflow-y-auto bg-surface low:overflow-visible print:overflow-visible"
      >
        <NewVersionBar />
        <ScreenLoading />
        <Outlet />
      </main>
      <HintBar />
      <ViewsMenu />
      <ToastStack />
      <DialogHost chunks={dialogs} />
      <PaletteHost />
      <Hotkeys />
    </div>
  )
}

function PhoneNavigation({ user, title }: { user: SessionClaims; title: string }) {
  const [open, setOpen] = useState(false)
  const drawerId = useId()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the drawer
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <PhoneBar title={title} drawerId={drawerId} drawerOpen={open} onMenu={() => setOpen(!open)} />
      <Drawer id={drawerId} open={open} onClose={() => setOpen(false)}>
        <Sidebar user={user} inDrawer />
      </Drawer>
    </>
  )
}
