import { type LoaderFunction, type Params, type RouteObject, redirect } from 'react-router-dom'
import { signOut } from '../contract/sign-in.ts'
import { withNumberSign } from '../domain/format/text.ts'
import { RECORD_FACTS, RECORD_KINDS, type RecordKind } from '../domain/records/record-kind.ts'
import { send } from './api/client.ts'
import { kindOf } from './record-index/record-kinds.ts'
import { paths } from './routing/paths.ts'
import type { ScreenHandle } from './routing/screen-title.ts'
import { ordersList } from './screens/orders/orders-list.tsx'
import { confirmDialog, type DialogChunks, type DialogProps } from './shell/dialog-host.tsx'
import { ErrorPage, ErrorScreen } from './shell/error-screen.tsx'
import { screenScript } from './shell/screen-script.ts'
import { Shell } from './shell/shell.tsx'
import { SignInLayout } from './shell/sign-in-layout.tsx'
import { installation } from './state/installation.ts'
import { endSession, isSessionExpired, readToken } from './state/session.ts'
import { deferred } from './ui/deferred.tsx'

/**
 * Ends the session here and, best effort, on our server (SIGN-8). No core call does that. The shell redirects
 * here after expiry, too.
 */
function logoutLoader(): Response {
  if (readToken() !== null && installation.capabilities.has('sessions'))
    void send(signOut).catch(() => undefined)
  if (!isSessionExpired()) endSession()
  return redirect(paths.signIn())
}

function requireToken(): Response | null {
  return readToken() === null ? redirect(paths.signIn()) : null
}

function titled(title: string | ((params: Params) => string)): ScreenHandle {
  return { title: typeof title === 'string' ? () => title : title }
}

/** The title of a record: 'Order #104823'. */
function numbered(noun: string): (params: Params) => string {
  return ({ id = '' }) => `${noun} ${withNumberSign(id)}`
}

/** Starts loading the record of an address without waiting for it. */
function recordLoader(kind: RecordKind): LoaderFunction {
  return ({ params: { id = '' }, request }) => {
    const search = new URL(request.url).searchParams
    const { source } = kindOf({ kind })
    void source().then(
      ({ prefetch }) => prefetch(id, search),
      () => undefined,
    )
    return null
  }
}

const orderDialogs = deferred<DialogProps>(() =>
  import('./screens/order-dialogs/order-dialogs.tsx').then((module) => module.OrderDialogs),
)
const keysSheet = deferred<DialogProps>(() =>
  import('./keyboard-help/keys-sheet.tsx').then((module) => module.KeysSheet),
)

const historyDialog = deferred<DialogProps>(() =>
  import('./record/history-dialog.tsx').then((module) => module.HistoryDialog),
)

const choosePrinterDialog = deferred<DialogProps>(() =>
  import('./screens/settings/choose-printer-dialog.tsx').then((module) => module.ChoosePrinterDialog),
)

const labelBatchDialog = deferred<DialogProps>(() =>
  import('./screens/label-batch/label-batch-dialog.tsx').then((module) => module.LabelBatchDialog),
)

const arrivalDialogs = deferred<DialogProps>(() =>
  import('./screens/arrivals/arrival-dialogs.tsx').then((module) => module.ArrivalDialogs),
)

const importDialog = deferred<DialogProps>(() =>
  import('./imports/import-dialog.tsx').then((module) => module.ImportDialog),
)

const saveViewDialog = deferred<DialogProps>(() =>
  import('./saved-views/save-view-dialog.tsx').then((module) => module.SaveViewDialog),
)

const dialogs: DialogChunks = {
  order: orderDialogs,
  'order-steps': orderDialogs,
  'bulk-orders': orderDialogs,
  'book-orders': orderDialogs,
  'bulk-outcome': orderDialogs,
  'print-labels': labelBatchDialog,
  'take-arrivals': arrivalDialogs,
  'leave-out': arrivalDialogs,
  keys: keysSheet,
  import: importDialog,
  'save-view': saveViewDialog,
  history: historyDialog,
  'choose-printer': choosePrinterDialog,
  confirm: confirmDialog,
}

const order = screenScript(() => import('./screens/orders/order-screen.tsx'))
const consignmentsList = screenScript(() => import('./screens/consignments/consignments-list.tsx'))
const consignment = screenScript(() => import('./screens/consignments/consignment-screen.tsx'))
const customersList = screenScript(() =>
  import('./screens/customers/customers.tsx').then((module) => module.customersList),
)
const customer = screenScript(() =>
  import('./screens/customers/customers.tsx').then((module) => module.customerScreen),
)

/** Screens to preload when idle, so that the first order opens as fast as the second. */
export const likelyNext = [order, consignment, consignmentsList, customer, customersList]

type ScreenRoute = Pick<RouteObject, 'lazy' | 'loader' | 'Component'>

interface RecordScreens {
  /** Null if it is a tab of another kind's screen. */
  list: { title: string; screen: ScreenRoute } | null
  record: { title(params: Params): string; screen: ScreenRoute }
}

/** The list of each kind of record, and the screen of one record. */
const RECORD_SCREENS: Record<RecordKind, RecordScreens> = {
  order: {
    // Part of the main script, because most users open this screen first.
    list: { title: 'Orders', screen: { loader: ordersList.loader, Component: ordersList.Component } },
    record: { title: numbered('Order'), screen: { lazy: order } },
  },
  consignment: {
    list: { title: 'Consignments', screen: { lazy: consignmentsList } },
    record: { title: numbered('Consignment'), screen: { lazy: consignment } },
  },
  customer: {
    list: { title: 'Customers', screen: { lazy: customersList } },
    record: { title: numbered('Customer'), screen: { lazy: customer } },
  },
  product: {
    list: {
      title: 'Products',
      screen: {
        lazy: screenScript(() =>
          import('./screens/products/products.tsx').then((module) => module.productsList),
        ),
      },
    },
    record: {
      title: ({ id = '' }) => id,
      screen: {
        lazy: screenScript(() =>
          import('./screens/products/products.tsx').then((module) => module.productScreen),
        ),
      },
    },
  },
  supplier: {
    list: {
      title: 'Suppliers & Orders',
      screen: { lazy: screenScript(() => import('./screens/suppliers/suppliers-screen.tsx')) },
    },
    record: {
      title: numbered('Supplier'),
      screen: { lazy: screenScript(() => import('./screens/suppliers/supplier-screen.tsx')) },
    },
  },
  'supplier-order': {
    list: null,
    record: {
      title: ({ id }) => `PO # ${id}`,
      screen: { lazy: screenScript(() => import('./screens/suppliers/supplier-order-screen.tsx')) },
    },
  },
}

/** The routes of a kind. An address with more static segments ranks above another (NAV-2). */
function recordRoutes(kind: RecordKind): RouteObject[] {
  const { list, record } = RECORD_SCREENS[kind]
  const { path, list: listed } = RECORD_FACTS[kind]
  const routes: RouteObject[] = [
    {
      ...record.screen,
      path: `${path}/:id`,
      handle: titled(record.title),
      loader: recordLoader(kind),
    },
  ]
  if (list) routes.push({ ...list.screen, path: listed.path, handle: titled(list.title) })
  return routes
}

const screens: RouteObject[] = [
  { index: true, loader: () => redirect(paths.list('order')) },
  ...RECORD_KINDS.flatMap(recordRoutes),
  {
    path: 'arrivals',
    handle: titled('Arrivals'),
    lazy: screenScript(() => import('./screens/arrivals/arrivals-list.tsx')),
  },
  {
    path: 'arrivals/:id',
    handle: titled('Arrival'),
    lazy: screenScript(() => import('./screens/arrivals/arrival-screen.tsx')),
  },
  {
    path: 'consignments/new',
    handle: titled('New Consignment'),
    lazy: screenScript(() => import('./screens/consignment-form/new-consignment-screen.tsx')),
  },
  {
    path: 'emails',
    handle: titled('Emails'),
    lazy: screenScript(() => import('./screens/emails/emails-list.tsx')),
  },
  {
    path: 'jobs',
    handle: titled('Jobs'),
    lazy: screenScript(() =>
      import('./screens/placeholders/empty-lists.tsx').then((module) => module.jobsList),
    ),
  },
  {
    path: 'jobs/new',
    handle: titled('New Job'),
    lazy: screenScript(() => import('./screens/placeholders/new-job-screen.tsx')),
  },
  {
    path: 'end-of-day',
    handle: titled('End of day'),
    lazy: screenScript(() => import('./screens/end-of-day/end-of-day-screen.tsx')),
  },
  {
    path: 'notes',
    handle: titled('Notes'),
    lazy: screenScript(() =>
      import('./screens/placeholders/empty-lists.tsx').then((module) => module.notesList),
    ),
  },
  {
    path: 'orders/:id/another-consignment',
    handle: titled(numbered('Another consignment of order')),
    loader: recordLoader('order'),
    lazy: screenScript(() => import('./screens/consignment-form/another-consignment-screen.tsx')),
  },
  {
    path: 'pick-runs',
    handle: titled('Pick runs'),
    lazy: screenScript(() => import('./screens/pick-runs/pick-runs-list.tsx')),
  },
  {
    path: 'pick-runs/:id',
    handle: titled(({ id = '' }) => `Pick run ${id}`),
    lazy: screenScript(() => import('./screens/pick-runs/pick-run-screen.tsx')),
  },
  {
    path: 'quotes',
    handle: titled('Quotes'),
    lazy: screenScript(() =>
      import('./screens/placeholders/empty-lists.tsx').then((module) => module.quotesList),
    ),
  },
  {
    path: 'ship',
    handle: titled('Ship station'),
    lazy: screenScript(() => import('./screens/ship/ship-screen.tsx')),
  },
  {
    path: 'settings',
    handle: titled('Settings'),
    lazy: screenScript(() => import('./screens/settings/settings-screen.tsx')),
  },
  // Inside the shell, so that its navigation and keys work.
  { path: '*', loader: noSuchScreen, element: null },
]

function noSuchScreen(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

/** The route table (NAV-1). */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    children: [
      { path: '/logout', loader: logoutLoader },
      {
        path: '/auth',
        Component: SignInLayout,
        children: [
          {
            index: true,
            handle: titled('Sign in'),
            lazy: screenScript(() => import('./screens/sign-in/sign-in-screen.tsx')),
          },
          {
            path: 'microsoft',
            handle: titled('Sign in'),
            lazy: screenScript(() => import('./screens/sign-in/sign-in-callback.tsx')),
          },
        ],
      },
      {
        path: '/',
        loader: requireToken,
        element: <Shell dialogs={dialogs} />,
        children: [{ ErrorBoundary: ErrorScreen, children: screens }],
      },
    ],
  },
]
