import {
  type LazyRouteFunction,
  type LoaderFunction,
  type Params,
  type RouteObject,
  redirect,
  useParams,
} from 'react-router-dom'
import { signOut } from '../contract/sign-in.ts'
import { send } from './api/client.ts'
import { paths } from './routing/paths.ts'
import { orderLoader, ordersListLoader } from './screens/orders/order-loaders.ts'
import { OrdersListScreen } from './screens/orders/orders-list-screen.tsx'
import { confirmDialog, type DialogChunks, type DialogProps } from './shell/dialog-host.tsx'
import { ErrorPage, ErrorScreen } from './shell/error-screen.tsx'
import { ScreenNotAvailable } from './shell/screen-not-available.tsx'
import type { ScreenHandle } from './shell/screen-title.ts'
import { Shell } from './shell/shell.tsx'
import { SignInLayout } from './shell/sign-in-layout.tsx'
import { endSession, hasRunOut, readToken } from './state/session.ts'
import { deferred } from './ui/deferred.tsx'

/** Ends the session here and, best effort, at the server (reading 2). The shell leads here, too, once it has run out. */
function logoutLoader(): Response {
  if (readToken() !== null) void send(signOut).catch(() => undefined)
  if (!hasRunOut()) endSession()
  return redirect(paths.signIn())
}

function requireToken(): Response | null {
  return readToken() === null ? redirect(paths.signIn()) : null
}

function titled(title: string | ((params: Params) => string)): ScreenHandle {
  return { title: typeof title === 'string' ? () => title : title }
}

/** A screen whose chunk and data are asked for at the same time. */
function screen(
  path: string,
  handle: ScreenHandle,
  loader: LoaderFunction,
  lazy: LazyRouteFunction<RouteObject>,
): RouteObject {
  return { path, handle, loader, lazy }
}

/** A screen of the route table that is not shown in the specification; where its way out leads (reading 7). */
function notAvailable(
  path: string,
  handle: ScreenHandle,
  back?: { path: string; title: string },
): RouteObject {
  return {
    path,
    handle,
    Component: () => <ScreenNotAvailable title={handle.title(useParams())} {...(back && { back })} />,
  }
}

const orderDialogs = deferred<DialogProps>(() =>
  import('./screens/order-dialogs/order-dialogs.tsx').then((module) => module.OrderDialogs),
)
const keysSheet = deferred<DialogProps>(() =>
  import('./keyboard-help/keys-sheet.tsx').then((module) => module.KeysSheet),
)

const dialogs: DialogChunks = {
  'record-payment': orderDialogs,
  'pack-order': orderDialogs,
  'record-collection': orderDialogs,
  'add-tracking': orderDialogs,
  'bulk-orders': orderDialogs,
  'bulk-outcome': orderDialogs,
  keys: keysSheet,
  confirm: confirmDialog,
}

const order = () =>
  import('./screens/orders/order-screen.tsx').then((module) => ({ Component: module.OrderScreen }))
const newConsignment = () =>
  import('./screens/consignment-form/new-consignment-screen.tsx').then((module) => ({
    Component: module.NewConsignmentScreen,
  }))
const consignmentsList = () =>
  import('./screens/consignments/consignments-list-screen.tsx').then((module) => ({
    Component: module.ConsignmentsListScreen,
  }))
const consignment = () =>
  import('./screens/consignments/consignment-screen.tsx').then((module) => ({
    Component: module.ConsignmentScreen,
  }))
/** A loader that comes in its own chunk: what it needs is too much for the first script. Nothing waits for it. */
function loaderOf(load: () => Promise<LoaderFunction>): LoaderFunction {
  return (args) => {
    void load().then(
      (loader) => loader(args),
      () => undefined,
    )
    return null
  }
}

const consignmentLoaders = () => import('./screens/consignments/consignment-loaders.ts')
const consignmentsListLoader = loaderOf(async () => (await consignmentLoaders()).consignmentsListLoader)
const consignmentLoader = loaderOf(async () => (await consignmentLoaders()).consignmentLoader)
const customersList = () =>
  import('./screens/customers/customers-list-screen.tsx').then((module) => ({
    Component: module.CustomersListScreen,
  }))
const customer = () =>
  import('./screens/customers/customer-screen.tsx').then((module) => ({ Component: module.CustomerScreen }))
const customerLoaders = () => import('./screens/customers/customer-loaders.ts')
const customersListLoader = loaderOf(async () => (await customerLoaders()).customersListLoader)
const customerLoader = loaderOf(async () => (await customerLoaders()).customerLoader)

const productsList = () =>
  import('./screens/products/products-list-screen.tsx').then((module) => ({
    Component: module.ProductsListScreen,
  }))
const product = () =>
  import('./screens/products/product-screen.tsx').then((module) => ({ Component: module.ProductScreen }))
const productLoaders = () => import('./screens/products/product-loaders.ts')
const productsListLoader = loaderOf(async () => (await productLoaders()).productsListLoader)
const productLoader = loaderOf(async () => (await productLoaders()).productLoader)

const suppliers = () =>
  import('./screens/suppliers/suppliers-screen.tsx').then((module) => ({ Component: module.SuppliersScreen }))
const supplierOrder = () =>
  import('./screens/suppliers/supplier-order-screen.tsx').then((module) => ({
    Component: module.SupplierOrderScreen,
  }))
const supplierLoaders = () => import('./screens/suppliers/supplier-loaders.ts')
const suppliersLoader = loaderOf(async () => (await supplierLoaders()).suppliersLoader)
const supplierOrderLoader = loaderOf(async () => (await supplierLoaders()).supplierOrderLoader)

const emailsList = () =>
  import('./screens/emails/emails-list-screen.tsx').then((module) => ({ Component: module.EmailsListScreen }))
const emailsListLoader = loaderOf(
  async () => (await import('./screens/emails/email-loaders.ts')).emailsListLoader,
)
const notesList = () =>
  import('./screens/notes/notes-list-screen.tsx').then((module) => ({ Component: module.NotesListScreen }))
const quotesList = () =>
  import('./screens/quotes/quotes-list-screen.tsx').then((module) => ({ Component: module.QuotesListScreen }))
const jobsList = () =>
  import('./screens/jobs/jobs-list-screen.tsx').then((module) => ({ Component: module.JobsListScreen }))
const newJob = () =>
  import('./screens/jobs/new-job-screen.tsx').then((module) => ({ Component: module.NewJobScreen }))

const settings = () =>
  import('./screens/settings/settings-screen.tsx').then((module) => ({ Component: module.SettingsScreen }))

const signIn = () =>
  import('./screens/sign-in/sign-in-screen.tsx').then((module) => ({ Component: module.SignInScreen }))
const signInCallback = () =>
  import('./screens/sign-in/sign-in-callback.tsx').then((module) => ({
    Component: module.SignInCallback,
    loader: module.signInCallbackLoader,
  }))

/** Chunks of screens to fetch when idle, so that the first order opens as fast as the second. */
export const likelyNext = [order, consignment, consignmentsList, customer, customersList]

const screens: RouteObject[] = [
  { index: true, loader: () => redirect(paths.orders()) },
  screen('consignments', titled('Consignments'), consignmentsListLoader, consignmentsList),
  { path: 'consignments/new', handle: titled('New Consignment'), lazy: newConsignment },
  screen(
    'consignments/:id',
    titled(({ id }) => `Consignment #${id}`),
    consignmentLoader,
    consignment,
  ),
  screen('customers', titled('Customers'), customersListLoader, customersList),
  screen(
    'customers/:code',
    titled(({ code }) => `Customer #${code}`),
    customerLoader,
    customer,
  ),
  screen('emails', titled('Emails'), emailsListLoader, emailsList),
  { path: 'jobs', handle: titled('Jobs'), lazy: jobsList },
  { path: 'jobs/new', handle: titled('New Job'), lazy: newJob },
  { path: 'notes', handle: titled('Notes'), lazy: notesList },
  // Nearly everybody lands here: it comes with the console itself.
  { path: 'orders', handle: titled('Orders'), loader: ordersListLoader, Component: OrdersListScreen },
  screen(
    'orders/:code',
    titled(({ code }) => `Order #${code}`),
    orderLoader,
    order,
  ),
  screen('products', titled('Products'), productsListLoader, productsList),
  screen(
    'products/:slug',
    titled(({ slug }) => String(slug)),
    productLoader,
    product,
  ),
  { path: 'quotes', handle: titled('Quotes'), lazy: quotesList },
  screen('suppliers', titled('Suppliers & Orders'), suppliersLoader, suppliers),
  // Wins over suppliers/:id: a static part ranks higher (reading 7).
  screen(
    'suppliers/orders/:id',
    titled(({ id }) => `PO # ${id}`),
    supplierOrderLoader,
    supplierOrder,
  ),
  notAvailable('suppliers/:id', titled('Supplier'), { path: paths.suppliers(), title: 'Suppliers' }),
  { path: 'settings', handle: titled('Settings'), lazy: settings },
  // With the shell around it, whose places and keys lead on.
  { path: '*', loader: noSuchScreen, element: null },
]

function noSuchScreen(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

/** The route table of section 2. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    children: [
      { path: '/logout', loader: logoutLoader },
      {
        path: '/auth',
        Component: SignInLayout,
        children: [
          { index: true, handle: titled('Sign in'), lazy: signIn },
          { path: 'microsoft', handle: titled('Sign in'), lazy: signInCallback },
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
