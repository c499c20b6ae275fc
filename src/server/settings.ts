import * as z from 'zod'
import { isLoopback } from './loopback.ts'

/** Where this server answers the sign-in calls. */
export const OWN_SIGN_IN = '/identity'

const NOT_A_PORT = 'must be a port number from 0 to 65535'

/** An address in its one form: small letters, no port that goes without saying, no slash at the end. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((address) => new URL(address))
  .refine(({ username, password, search, hash }) => !(username || password || search || hash), {
    error: 'must be an address without user, query and fragment',
  })

const origin = webAddress
  .refine(({ pathname }) => pathname === '/', { error: 'must be an address without a path' })
  .transform((address) => address.origin)

/** What goes into a header. Its value is never told, not even where it cannot be used. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, { error: 'must be letters, digits and signs without a space' })

const base = webAddress.transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''))

/** `Dispatch <orders@example.com>`, or the address alone. */
const MAIL_SENDER =
  /^(?:(?<name>[^<>\p{C}]+) <(?<named>[^\s<>@,]+@[^\s<>@,]+)>|(?<plain>[^\s<>@,]+@[^\s<>@,]+))$/u

/** The settings of the environment, each in its form and with its default; `config.ts` makes of them what they are together. */
export const Settings = z.object({
  PORT: z.coerce
    .number({ error: NOT_A_PORT })
    .int({ error: NOT_A_PORT })
    .min(0, { error: NOT_A_PORT })
    .max(65535, { error: NOT_A_PORT })
    .default(3000),
  HOST: z
    .string()
    .transform((host) =>
      host
        .trim()
        .toLowerCase()
        .replace(/^\[(.*)]$/, '$1'),
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, { error: 'must be an address such as postgres://user@host/database' })
    .optional(),
  PUBLIC_URL: origin.optional(),
  DATA_HOST: origin.default(''),
  AUTH_HOST: z
    .union([z.literal(OWN_SIGN_IN), base], { error: `must be ${OWN_SIGN_IN} or an http or https address` })
    .default(OWN_SIGN_IN),
  TITUS_TRACKING_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a host name such as track.titus.example' })
    .default('track.titus.example'),
  DEMO: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('on'),
  ENTRA_TENANT_ID: z
    .guid({ error: 'must be the id of the directory, such as 01234567-89ab-cdef-0123-456789abcdef' })
    .optional(),
  ENTRA_CLIENT_ID: z.string().optional(),
  ENTRA_CLIENT_SECRET: z.string().optional(),
  ADDRESSFINDER_KEY: z.string().optional(),
  ADDRESSFINDER_SECRET: secret.optional(),
  ADDRESSFINDER_URL: base.default('https://api.addressfinder.io'),
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
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example:587' })
    .refine(isDecodable, { error: 'must have user and password percent-encoded: % is %25' })
    .optional(),
  SMTP_FROM: z
    .string()
    .trim()
    .regex(MAIL_SENDER, { error: 'must be an e-mail address such as Dispatch <orders@example.com>' })
    .transform((sender) => {
      const { name = '', named, plain = '' } = MAIL_SENDER.exec(sender)?.groups ?? {}
      return { name: name.replace(/^"(.*)"$/, '$1'), address: named ?? plain }
    })
    .optional(),
})
export type Settings = z.output<typeof Settings>

/** Whether user and password can be read: a `%` of their own must be written as `%25`. */
function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
