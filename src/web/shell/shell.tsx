import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router-dom'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { layerAtom, paletteLoaderAtom, useLayer } from '../commands/targets.ts'
import { useLastBooking } from '../commands/undo-targets.ts'
import { HintBar } from '../hotkeys/hint-bar.tsx'
import { Hotkeys } from '../hotkeys/hotkeys.tsx'
import { afterPaint } from '../lib/after-paint.ts'
import { focusHeading, focusScreen, isFocusLost } from '../lib/return-focus.ts'
import { useLate } from '../lib/use-late.ts'
import { useLiveDesk } from '../live/use-live-desk.ts'
import { paths } from '../routing/paths.ts'
import { useScreenTitle } from '../routing/screen-title.ts'
import { dialogAtom } from '../state/dialogs.ts'
import { installation } from '../state/installation.ts'
import { newVersionAtom } from '../state/new-version.ts'
import { keepReturnAddress, useSession } from '../state/session.ts'
import { store } from '../state/store.ts'
import { notify } from '../state/toasts.ts'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { type DialogChunks, DialogHost } from './dialog-host.tsx'
import { SHELL_GRID, SIDEBAR } from './layout.ts'
import { Sidebar } from './sidebar.tsx'
import { ToastStack } from './toast-stack.tsx'
import { PhoneBar, TopBar } from './top-bar.tsx'

/** Loaded when the first rows are on screen. */
export const background = deferred(() => import('./background.tsx').then((module) => module.Background))
store.set(paletteLoaderAtom, background)

interface ShellProps {
  dialogs: DialogChunks
}

/** The frame of all screens for signed-in users. Without a token it redirects to /logout (SIGN-7). */
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

/**
 * Takes files that are dropped anywhere on the console, also before the import is loaded. The browser must never open one
 * in its place.
 */
function useDroppedFiles(): void {
  useEffect(() => {
    const ending = new AbortController()
    const withFiles = (take: (dropped: DataTransfer) => void) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    const over = withFiles((dropped) => {
      dropped.dropEffect = acceptsFiles() ? 'copy' : 'none'
    })
    const drop = withFiles((dropped) => acceptsFiles() && void takeFiles(dropped))
    window.addEventListener('dragover', over, ending)
    window.addEventListener('drop', drop, ending)
    return () => ending.abort()
  }, [])
}

/** Not over another dialog, whose work would be lost from sight. */
function acceptsFiles(): boolean {
  const isFree = store.get(layerAtom) === 'page' || store.get(dialogAtom)?.name === 'import'
  return isFree && installation.capabilities.has('imports')
}

async function takeFiles({ files, items }: DataTransfer): Promise<void> {
  // Both are empty once the event is over.
  const dropped = [...files]
  if ([...items].some((item) => item.webkitGetAsEntry()?.isDirectory)) {
    notify('info', 'Drop a file, not a folder.')
    return
  }
  try {
    const { takeDroppedFiles } = await import('../imports/import-watch.tsx')
    takeDroppedFiles(dropped)
  } catch {
    notify('error', 'The import could not be loaded. Drop the file again.')
  }
}

function SignedIn({ user, dialogs }: ShellProps & { user: SessionClaims }) {
  const title = useScreenTitle()
  useKeptFocus()
  useLiveDesk()
  useDroppedFiles()
  useLastBooking()
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
      <ToastStack />
      <DialogHost chunks={dialogs} />
      <background.Component />
      <Hotkeys />
    </div>
  )
}

function PhoneNavigation({ user, title }: { user: SessionClaims; title: string }) {
  const { pathname } = useLocation()
  /** The path on which the drawer was opened; null while it is closed. */
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const open = openedAt === pathname
  // Navigating closes it.
  if (openedAt !== null && !open) setOpenedAt(null)
  const drawerId = useId()
  return (
    <>
      <PhoneBar
        title={title}
        drawerId={drawerId}
        drawerOpen={open}
        onMenu={() => setOpenedAt(open ? null : pathname)}
      />
      <Drawer id={drawerId} open={open} onClose={() => setOpenedAt(null)}>
        <Sidebar user={user} inDrawer />
      </Drawer>
    </>
  )
}

interface DrawerProps {
  id: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** The sidebar on small screens: the browser's modal dialog, which traps and restores the focus. */
export function Drawer({ id, open, onClose, children }: DrawerProps) {
  useLayer('dialog', open)
  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; the browser handles Escape
    <dialog
      ref={showModal}
      id={id}
      aria-label="Menu"
      // React's StrictMode calls the ref twice: the event of the first dialog comes while the second is open.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-[264px] border-r border-line bg-bg p-0 text-fg shadow-3 backdrop:bg-scrim sm:hidden"
    >
      <div className="relative h-full">
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-m text-fg-2 -outline-offset-2"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
        {children}
      </div>
    </dialog>
  )
}

/** Closed before it is removed, because the browser then restores the focus. */
function showModal(dialog: HTMLDialogElement | null): () => void {
  dialog?.showModal()
  return () => dialog?.close()
}

/** Offers to reload, above the screen. Drafts are in local storage, so a reload loses no typed text. */
function NewVersionBar() {
  const newVersion = useAtomValue(newVersionAtom)
  return (
    <div role="status" className="shrink-0">
      {newVersion && (
        <div className="flex h-9 items-center gap-2 border-b border-sky-line bg-sky-bg px-4 text-sky-ink">
          <span className="font-medium">A new version is available</span>
          <Button className="ml-auto" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}

/** Announces that the next screen is loading, if its chunk is slow. Until then the previous screen stays. */
function ScreenLoading() {
  const late = useLate(useNavigation().state === 'loading')
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-2 flex justify-center">
      {late && (
        <span className="rounded-m border border-line bg-raised px-2.5 py-1 text-small shadow-2">
          Opening
        </span>
      )}
    </div>
  )
}

/** Layers return the focus themselves, perhaps after the page is painted. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]'

/** Keeps the focus off `<body>` after navigation and when the focused element is removed. */
export function useKeptFocus(): void {
  useFocusOnArrival()
  useEffect(() => {
    let stop = () => {}
    const follow = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element) || target.closest(LAYERS)) return
      stop()
      // The event comes before the element is removed, and what replaces it may take the focus.
      stop = afterPaint(() => {
        if (!target.isConnected && isFocusLost()) focusScreen()
      })
    }
    document.addEventListener('focusout', follow)
    return () => {
      stop()
      document.removeEventListener('focusout', follow)
    }
  }, [])
}

/** After a navigation, focuses the screen's heading unless another element has the focus, and scrolls to the top. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it
  useEffect(() => {
    if (isFocusLost()) focusHeading({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
