import * as z from 'zod'
import { PACKAGE_TYPES, type PackageType } from '../../contract/consignments.ts'
import type { Branch } from '../../contract/orders.ts'
import { packageTypeLabel } from '../../domain/freight/parcels.ts'
import {
  base,
  ConfigError,
  type Environment,
  isLoopback,
  readSettings,
  refusePart,
  type SettingDescription,
  secret,
} from './settings.ts'

/**
 * Formats of labels: a size in millimetres, A4 with one label per page, or ZPL for label printers in addition to PDF.
 */
const LABEL_FORMATS = ['100x175', '100x150', 'A4', 'ZPL'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

/** For each bag, the name of the corresponding stock size in the gateway's account. */
export type BagNames = Record<Exclude<PackageType, 'custom'>, string>

const DEFAULT_BAG_NAMES: BagNames = {
  a5: packageTypeLabel('a5'),
  bug_bronze: packageTypeLabel('bug_bronze'),
  bug_silver: packageTypeLabel('bug_silver'),
  bug_plat: packageTypeLabel('bug_plat'),
  bug_tim: packageTypeLabel('bug_tim'),
}

/** 'a5=GSS A5, bug_tim=Tim Satchel'; bags that are not named keep their default. */
const bagNames = z
  .string()
  .transform((text, { addIssue }) => {
    const names = { ...DEFAULT_BAG_NAMES }
    for (const pair of text.split(',')) {
      const [, slug, name] = /^\s*(\w+)\s*=\s*([^=]+?)\s*$/.exec(pair) ?? []
      const bag = PACKAGE_TYPES.find((type) => type === slug)
      if (bag === undefined || bag === 'custom' || name === undefined) {
        const bags = Object.keys(names).join(', ')
        addIssue(`must be like a5=GSS A5, bug_tim=Tim Satchel, with the bags ${bags}`)
        return z.NEVER
      }
      names[bag] = name
    }
    return names
  })
  .default(DEFAULT_BAG_NAMES)

/** Shorter secrets could be guessed from a webhook's body and signature. */
const SHORTEST_SECRET = 16

/** GoSweetSpot as the gateway to couriers, instead of the built-in rate cards. */
export interface GoSweetSpotConfig {
  accessKey: string
  /** The site that each branch sends from; both may use the same one. */
  siteIds: Record<Branch, string>
  /** Contact for GoSweetSpot about failing calls. */
  supportEmail: string | null
  /** Base address, without a trailing slash. */
  url: string
  /** Whether the receiver must sign for every consignment. */
  isSignatureRequired: boolean
  labelFormat: LabelFormat
  bagNames: BagNames
  /** The key with which the gateway signs webhooks; null accepts none. */
  webhookSecret: string | null
  /** Whether orders are taken over from its order queue. */
  readsOrders: boolean
  /** The prefix of the codes of these orders, which is left out of delivery references (ORD-73); null for none. */
  orderPrefix: string | null
}

/** The settings of an account, and what they mean. */
interface AccountParts<Shape extends z.ZodRawShape, Account> {
  formats: Shape
  /** Null without an account. @throws {ConfigError} if settings that belong together are not all given */
  read(settings: z.output<z.ZodObject<Shape>>, prefixes: ReadonlyMap<string, string>): Account | null
  descriptions: Record<keyof Shape & string, SettingDescription<keyof Shape & string>>
  /** The settings that an account cannot be without, the one that decides whether there is an account first. */
  needs: readonly [key: keyof Shape & string, ...others: (keyof Shape & string)[]]
  /** The name of the courier. */
  courier: string
}

function account<Shape extends z.ZodRawShape, Account>({
  formats,
  descriptions,
  read,
  needs,
  courier,
}: AccountParts<Shape, Account>) {
  const schema = z.object(formats)
  return {
    key: needs[0],
    remedy: `${needs.join(' and ')} to book with ${courier}`,
    descriptions,
    defaults: schema.parse({}),
    read: (env: Environment, prefixes: ReadonlyMap<string, string>) =>
      read(readSettings<z.output<z.ZodObject<Shape>>>(schema, env), prefixes),
  }
}

/** The accounts with couriers that have an API: one entry declares all settings of a courier. */
const ACCOUNTS = {
  goSweetSpot: account({
    needs: ['GSS_ACCESS_KEY', 'GSS_SITE_ID'],
    courier: 'GoSweetSpot',
    formats: {
      GSS_ACCESS_KEY: secret.optional(),
      GSS_SITE_ID: z
        .string()
        .regex(/^\d+(\s*,\s*\d+)?$/, {
          error: "must be the number of a site, or Auckland's and Christchurch's with a comma between",
        })
        .optional(),
      GSS_SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
      GSS_BASE_URL: base
        .refine((address) => address.startsWith('https:') || isLoopback(new URL(address).hostname), {
          error: 'must be an https address',
        })
        .default('https://api.gosweetspot.com'),
      GSS_SIGNATURE: z
        .enum(['required', 'by-rule'], { error: "must be 'required' or 'by-rule'" })
        .default('by-rule'),
      GSS_LABEL_FORMAT: z
        .enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` })
        .default('100x175'),
      GSS_BAGS: bagNames,
      GSS_WEBHOOK_SECRET: z
        .string()
        .trim()
        .min(SHORTEST_SECRET, { error: `must have at least ${SHORTEST_SECRET} characters` })
        .optional(),
      GSS_ORDERS: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('off'),
    },
    descriptions: {
      GSS_ACCESS_KEY:
        "Couriers through [GoSweetSpot](../gosweetspot.md). One site for both branches, or Auckland's and Christchurch's separated by a comma. Without them the built-in rate cards are used, which book nothing real.",
      GSS_SITE_ID: { with: 'GSS_ACCESS_KEY' },
      GSS_SUPPORT_EMAIL: 'Contact for GoSweetSpot about failing calls; its documentation asks for one.',
      GSS_BASE_URL: 'The address of GoSweetSpot.',
      GSS_SIGNATURE:
        'Asks the receiver to sign if a [courier rule](../operations.md#courier-rules) requires it, with `required` for every consignment, which may cost more.',
      GSS_LABEL_FORMAT:
        'The labels: `100x175` or `100x150` millimetres, one on each page of `A4`, or `ZPL`, which the Labels tab offers for download beside 100x175. For some carriers GoSweetSpot prints 100x175 instead of 100x150.',
      GSS_BAGS: {
        default: 'the names in the form',
        meaning:
          "The account's stock size for each bag that is named otherwise there: `a5=GSS A5, bug_tim=Tim Satchel`. The bags are `a5`, `bug_bronze`, `bug_silver`, `bug_plat` and `bug_tim`.",
      },
      GSS_WEBHOOK_SECRET:
        "The key of GoSweetSpot's [webhook](../operations.md#gosweetspots-webhook), at least 16 characters.",
      GSS_ORDERS: "`on` takes over the orders in [GoSweetSpot's queue](../gosweetspot.md#the-order-queue).",
    },
    read(settings, prefixes): GoSweetSpotConfig | null {
      const { GSS_ACCESS_KEY, GSS_SITE_ID } = settings
      if (GSS_ACCESS_KEY && GSS_SITE_ID) {
        const [auckland = '', christchurch = auckland] = GSS_SITE_ID.split(/\s*,\s*/)
        return {
          accessKey: GSS_ACCESS_KEY,
          siteIds: { auckland, christchurch },
          supportEmail: settings.GSS_SUPPORT_EMAIL ?? null,
          url: settings.GSS_BASE_URL,
          isSignatureRequired: settings.GSS_SIGNATURE === 'required',
          labelFormat: settings.GSS_LABEL_FORMAT,
          bagNames: settings.GSS_BAGS,
          webhookSecret: settings.GSS_WEBHOOK_SECRET ?? null,
          readsOrders: settings.GSS_ORDERS === 'on',
          orderPrefix: prefixes.get('gosweetspot') ?? null,
        }
      }
      refusePart({ GSS_ACCESS_KEY, GSS_SITE_ID }, 'GoSweetSpot needs both key and site')
      if (settings.GSS_ORDERS === 'on') {
        throw new ConfigError('GSS_ORDERS needs an account: set GSS_ACCESS_KEY and GSS_SITE_ID too.')
      }
      return null
    },
  }),
}

/** The accounts of an installation; null for a courier with which it has none. */
export type CourierAccounts = {
  readonly [Name in keyof typeof ACCOUNTS]: ReturnType<(typeof ACCOUNTS)[Name]['read']>
}

/**
 * @param prefixes of order codes, by the name of their source in lower case
 * @throws {ConfigError} naming the invalid setting
 */
export function readAccounts(
  env: Environment,
  prefixes: ReadonlyMap<string, string> = new Map(),
): CourierAccounts {
  return { goSweetSpot: ACCOUNTS.goSweetSpot.read(env, prefixes) }
}

function isAccountName(name: string): name is keyof CourierAccounts {
  return Object.hasOwn(ACCOUNTS, name)
}

const ACCOUNT_NAMES = Object.keys(ACCOUNTS).filter(isAccountName)

/** The setting that the first of these accounts needs; null without an account. */
export function accountKey(accounts: CourierAccounts): string | null {
  const name = ACCOUNT_NAMES.find((one) => accounts[one] !== null)
  return name === undefined ? null : ACCOUNTS[name].key
}

/** What the settings of each account mean, and their defaults. */
export const ACCOUNT_SETTINGS = ACCOUNT_NAMES.map((name) => ACCOUNTS[name])

/** The settings of which one decides whether there is an account. */
export const ACCOUNT_KEYS: readonly string[] = ACCOUNT_NAMES.map((name) => ACCOUNTS[name].key)

/** What to set for an account: 'GSS_ACCESS_KEY and GSS_SITE_ID to book with GoSweetSpot'. */
export const ACCOUNT_REMEDY = ACCOUNT_NAMES.map((name) => ACCOUNTS[name].remedy).join(', or ')
