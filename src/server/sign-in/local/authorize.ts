import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { AuthorizationCodes } from './codes.ts'
import { refusalPage, staffPage } from './page.ts'
import { LOCAL_STAFF } from './staff.ts'

export interface LocalClient {
  clientId: string
  clientSecret: string
  /** The only redirect URI. */
  redirectUri: string
}

/** The authorization endpoint: a page of demo staff, and a code for the chosen one. */
export function authorizeRoutes(client: LocalClient, codes: AuthorizationCodes): Hono {
  const routes = new Hono()

  routes.get('/', (c) => {
    const request = c.req.query()
    const fault = faultOf(request, client)
    if (fault !== null) return refused(c, fault)
    return c.html(staffPage(LOCAL_STAFF, request, securedPage(c, client)))
  })

  routes.post('/', async (c) => {
    const form = await formFields(c)
    const fault = faultOf(form, client)
    if (fault !== null) return refused(c, fault)
    const staff = LOCAL_STAFF.find(({ sub }) => sub === form.staff)
    if (staff === undefined) return refused(c, 'There is no such member of staff.')
    const code = codes.give({ staff, nonce: form.nonce ?? '', codeChallenge: form.code_challenge ?? '' })
    const target = new URL(client.redirectUri)
    target.searchParams.set('code', code)
    target.searchParams.set('state', form.state ?? '')
    c.header('Cache-Control', 'no-store')
    return c.redirect(target.href, 303)
  })

  const refused = (c: Context, reason: string) => c.html(refusalPage(reason, securedPage(c, client)), 400)

  return routes
}

/** The fields of a form as sent by browsers and openid-client. Any other body has no fields. */
export async function formFields(c: Context): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()))
}

/** The fault of an authorization request, or null. Never sent as a redirect, because the client may not be ours. */
function faultOf(request: Record<string, string>, client: LocalClient): string | null {
  if (request.client_id !== client.clientId) return 'The client_id is not that of this console.'
  if (request.redirect_uri !== client.redirectUri) return 'The redirect_uri is not that of this console.'
  if (request.response_type !== 'code') return "The response_type must be 'code'."
  if (!request.scope?.split(' ').includes('openid')) return "The scope must include 'openid'."
  if (request.code_challenge_method !== 'S256') return "The code_challenge_method must be 'S256'."
  if (!request.code_challenge) return 'The code_challenge is missing.'
  return null
}

/**
 * Restricts the page to its own style, script, font and form, and returns the nonce of style and script. Chrome applies
 * `form-action` also to the redirect after the form, so it contains the console's origin.
 */
function securedPage(c: Context, { redirectUri }: LocalClient): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action 'self' ${new URL(redirectUri).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('Cache-Control', 'no-store')
  return nonce
}
