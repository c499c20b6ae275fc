import type { Hono, MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../domain/calendar/nz-time.ts'
import type { Database } from './db/schema.ts'
import type { SessionEnv } from './http/session.ts'
import type { EntraConfig } from './platform/config.ts'
import { localIdentityProvider } from './sign-in/local/provider.ts'
import { microsoft } from './sign-in/provider.ts'
import { createRelyingParty } from './sign-in/relying-party.ts'
import { signInRoutes } from './sign-in/routes.ts'
import {
  createConsoleSessions,
  requireDeleteRole,
  requireSession,
  type Sessions,
} from './sign-in/sessions.ts'

/** Where the local identity provider is mounted. */
export const LOCAL_IDENTITY_PATH = '/local-identity'

export interface SignInDependencies {
  db: Kysely<Database>
  clock: Clock
  /** Where browsers reach the console, without a trailing slash (SIGN-10). */
  publicUrl: string
  /** Null uses the local identity provider instead of Microsoft. */
  entra: EntraConfig | null
  sessionIdleMs: number
}

export interface SignIn {
  /** The sign-in calls; mount at `/identity`. */
  routes: Hono<SessionEnv>
  sessions: Sessions
  /** Guards every data call. */
  requireSession: MiddlewareHandler<SessionEnv>
  /** Guards the deletion of consignments, behind `requireSession`. */
  mayDelete: MiddlewareHandler<SessionEnv>
  /** Mount at `LOCAL_IDENTITY_PATH`; null with Microsoft. */
  localIdentity: Hono | null
}

/** Composes sign-in: one identity provider, the console's sessions, and the calls between them. */
export function composeSignIn({ db, clock, publicUrl, entra, sessionIdleMs }: SignInDependencies): SignIn {
  const redirectUri = new URL('/auth/microsoft', publicUrl).href
  const issuer = new URL(LOCAL_IDENTITY_PATH, publicUrl).href
  const { provider, app } =
    entra === null
      ? localIdentityProvider({ issuer, redirectUri, clock })
      : { provider: microsoft(entra), app: null }
  const sessions = createConsoleSessions({ db, clock, keyId: provider.id, sessionIdleMs })
  const relyingParty = createRelyingParty(provider, redirectUri, clock)
  return {
    routes: signInRoutes({ db, clock, sessions, relyingParty }),
    sessions,
    requireSession: requireSession(sessions),
    mayDelete: requireDeleteRole(entra?.deleteRole ?? null),
    localIdentity: app,
  }
}

/** The line of the start log that names the identity provider. */
export function signInLine(entra: EntraConfig | null): string {
  return entra === null
    ? 'Sign-in: a local page stands in for Microsoft, on this machine only (set the ENTRA_ settings to change that).'
    : `Sign-in: Microsoft, tenant ${entra.tenantId}.`
}
