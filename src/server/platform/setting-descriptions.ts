import { ACCOUNT_SETTINGS } from './courier-settings.ts'
import { readSettings, type SettingDescription, Settings } from './settings.ts'

/** The settings besides those of couriers, in the order of the page. */
const DESCRIPTIONS: Record<keyof Settings, SettingDescription<keyof Settings>> = {
  PORT: 'The port.',
  HOST: {
    default: 'loopback; with Microsoft sign-in, every interface',
    meaning: 'The address to listen on.',
  },
  DATA_DIR:
    'The folder of the embedded database, by default in the folder of the project. If missing, it is created with access for this user only.',
  DATABASE_URL:
    '`postgres://…` stores the data in PostgreSQL instead. It may name several servers: `postgresql://user@a,b/console?target_session_attrs=read-write`.',
  DATABASE_LISTEN_URL:
    'The address of PostgreSQL itself, if `DATABASE_URL` leads to a pooler in transaction mode ([high availability](../high-availability.md)).',
  PUBLIC_URL: {
    default: '`http://localhost:$PORT`',
    meaning: "The server's address for browsers. Redirects of sign-in use it, and never a header.",
  },
  DATA_HOST: {
    default: 'this server',
    meaning: 'Origin of the data calls, for a back end that exists already.',
  },
  AUTH_HOST: 'Base of the sign-in calls: `/identity` on this server, otherwise a whole address.',
  PREFETCH_PAGES: {
    default: '`5`; with a `DATA_HOST` or `AUTH_HOST` of its own, `0`',
    meaning:
      'Pages of newest records that an idle console loads of each list for the palette, from `0` to `50`.',
  },
  TITUS_TRACKING_HOST: 'The only host whose tracking page may be embedded.',
  IMAGE_HOSTS: 'Hosts of product photos, separated by commas; `*.cdn.example` means any subdomain.',
  DEMO: '`off` creates no demo data in an empty database.',
  LOG_LEVEL: 'The log level: `fatal`, `error`, `warn`, `info`, `debug` or `silent`.',
  ENTRA_TENANT_ID:
    'Sign-in with Microsoft; the tenant is the id of the directory. Without them a local provider is used, on a loopback address only.',
  ENTRA_CLIENT_ID: { with: 'ENTRA_TENANT_ID' },
  ENTRA_CLIENT_SECRET: { with: 'ENTRA_TENANT_ID' },
  LOCAL_SIGN_IN: {
    default: '`on` in the demo, otherwise `off`',
    meaning:
      '`on` lets anyone on this machine sign in without a password. `DEMO=off` requires this or the `ENTRA_` settings.',
  },
  ENTRA_GUESTS:
    '`allow` lets guests of the directory sign in. While they are refused, the ID token needs the claim `acct`.',
  ENTRA_ROLE:
    'Values of app roles that are required to sign in, to delete consignments, and to import files in the console.',
  ENTRA_DELETE_ROLE: { with: 'ENTRA_ROLE' },
  ENTRA_IMPORT_ROLE: { with: 'ENTRA_ROLE' },
  SESSION_IDLE: {
    default: '`4h`',
    meaning:
      'The time without a request after which a [session](../operations.md#sessions) ends, `5m` to `12h`. Requests that the console sends by itself do not count.',
  },
  TRUSTED_PROXY:
    'Addresses or networks of reverse proxies, separated by commas, whose `X-Forwarded-For` names the client.',
  ADDRESSFINDER_KEY:
    "Address search by [Addressfinder](https://addressfinder.nz). Without them the demo's roads are used, with invented house numbers.",
  ADDRESSFINDER_SECRET: { with: 'ADDRESSFINDER_KEY' },
  ADDRESSFINDER_URL: 'The address of Addressfinder.',
  COURIERS:
    "`simulated` books with the built-in couriers outside the demo: no parcel moves, and labels say so. `DEMO=off` requires this or an account of a courier's API.",
  CUT_OFFS: {
    default: '`15:30`',
    meaning:
      "The Auckland times of pick-ups on working days, for the [end of the day](../dispatch-floor.md#the-end-of-the-day). A courier's slug, a branch, or both may precede a time; the most specific one counts: `15:30, nzpost 16:00, nzpost christchurch 14:45`.",
  },
  COURIER_RULES:
    'The path of a JSON file with [rules](../operations.md#courier-rules) that prefer and refuse couriers.',
  CARTONS: {
    default: 'the presets',
    meaning: 'The path of a JSON file with the [cartons](../operations.md#cartons) and bags of each branch.',
  },
  AUCKLAND_SENDER_NAME: {
    default: "none; the demo's",
    meaning:
      "The branch's sender on labels, with an address such as `1 Example Road, Penrose, Auckland 1061`. All three or none.",
  },
  AUCKLAND_SENDER_PHONE: { with: 'AUCKLAND_SENDER_NAME' },
  AUCKLAND_SENDER_ADDRESS: { with: 'AUCKLAND_SENDER_NAME' },
  CHRISTCHURCH_SENDER_NAME: { default: "none; the demo's", meaning: 'The same for Christchurch.' },
  CHRISTCHURCH_SENDER_PHONE: { with: 'CHRISTCHURCH_SENDER_NAME' },
  CHRISTCHURCH_SENDER_ADDRESS: { with: 'CHRISTCHURCH_SENDER_NAME' },
  PRINTERS:
    'The path of a JSON file with the [printers](../printing.md) that the server prints on. Without it the browser prints.',
  CREDIT_STOP:
    '`refuse` packs and books nothing for a customer whose credit is stopped; `warn` asks staff to confirm it.',
  VERIFY_ITEMS:
    '`on` requires that all items of an order are scanned at the [ship station](../dispatch-floor.md#ship-station) before it can be booked.',
  IMPORT_MAX_MB:
    'The largest file, in MB, that staff can [import in the console](../import.md#in-the-console). It is kept in `DATA_DIR/imports` until its import ends, for at most a day.',
  WATCH_DIR: 'A folder whose files are [imported](../import.md#watched-folder) as they appear.',
  ARRIVALS_KEEP_DAYS:
    'Days after which what staff have taken from Arrivals or left out is deleted, with its personal data: 1 to 3650. What waits is kept.',
  ORDER_CODE_PREFIXES:
    'Prefixes for the order codes of sources that use the same numbers: `Web shop=W-, Xero=X-`. A source is the name of a [key](../operations.md#records-from-other-systems), the program whose [export](../exports.md) is imported (`Shopify`, `WooCommerce`, `Xero`, `MYOB`, `Cin7`), `GoSweetSpot` for its [queue](../gosweetspot.md#the-order-queue), or what `npm run import -- --source=NAME` names. Set it before the first orders arrive: stored orders keep their codes.',
  PICKUP_LOCATIONS:
    'Names of the places where customers collect orders, separated by commas, which Shopify writes instead of a shipping method.',
  SHOPIFY_WEBHOOK_SECRET:
    "The secret that signs Shopify's [webhooks](../operations.md#webhooks-of-shops), at least 16 characters, and the domain of the shop, such as `example.myshopify.com`. Of several shops, one setting has all pairs, and `SHOPIFY_SHOP` is not set: `SHOPIFY_WEBHOOK_SECRET=one.myshopify.com=…, two.myshopify.com=…`.",
  SHOPIFY_SHOP: { with: 'SHOPIFY_WEBHOOK_SECRET' },
  WOOCOMMERCE_WEBHOOK_SECRET:
    "The secret that signs WooCommerce's [webhooks](../operations.md#webhooks-of-shops), at least 16 characters, or several shops: `shop.example=…, example.co.nz/shop=…`.",
  METRICS_KEY: 'The bearer key with which other machines can read `/metrics`; at least 16 characters.',
  MAIL: {
    default: '`smtp`',
    meaning:
      '`graph` sends [e-mails](../outbox.md#e-mails) with [Microsoft 365](../operations.md#e-mail-with-microsoft-365) instead of `SMTP_URL`.',
  },
  SMTP_FROM: 'The sender of e-mails, `Dispatch <orders@example.com>`.',
  SMTP_URL:
    'The mail server, `smtp://user:password@host:587` or `smtps://…`. Without it or `MAIL=graph`, e-mails stay queued and are dropped after two days.',
  SMTP_AUTH:
    '`xoauth2` signs in to [Microsoft 365](../operations.md#e-mail-with-microsoft-365) without a password.',
  GRAPH_MAILBOX: {
    default: 'the address of `SMTP_FROM`',
    meaning: 'The mailbox that sends with `MAIL=graph`.',
  },
  WEBHOOK_URL:
    'Addresses that receive [events](../operations.md#webhooks), separated by commas; http or https.',
  WEBHOOK_SECRET:
    'The key that signs events: `whsec_` and 24 to 64 bytes in base64, as `echo whsec_$(openssl rand -base64 32)` makes. Required with `WEBHOOK_URL`.',
}

/** A row of `docs/generated/settings.md`, in Markdown. */
export interface SettingRow {
  names: readonly string[]
  default: string
  meaning: string
}

/** All settings of the server, those of couriers last. */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...rowsOf(DESCRIPTIONS, readSettings(Settings, {})),
  ...ACCOUNT_SETTINGS.flatMap(({ descriptions, defaults }) => rowsOf(descriptions, defaults)),
]

/** The names of all settings of the server. */
export const SETTING_NAMES = SETTING_ROWS.flatMap(({ names }) => names)

function rowsOf(
  descriptions: Readonly<Record<string, SettingDescription<string>>>,
  defaults: Readonly<Record<string, unknown>>,
): SettingRow[] {
  const described = Object.entries(descriptions)
  return described.flatMap(([name, description]): SettingRow[] => {
    if (typeof description === 'object' && 'with' in description) return []
    const others = described.filter(
      ([, one]) => typeof one === 'object' && 'with' in one && one.with === name,
    )
    const names = [name, ...others.map(([other]) => other)]
    if (typeof description === 'object') return [{ names, ...description }]
    return [{ names, default: plainValue(defaults[name]), meaning: description }]
  })
}

/** A default as operators write it; 'none' if there is none, or if it is empty. */
function plainValue(value: unknown): string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? `\`${value}\`` : 'none'
}
