import type { SecureHeadersVariables } from 'hono/secure-headers'

/** A member of staff, as described by the identity provider. */
export interface Staff {
  /** Stable across sign-ins and renamed mailboxes: tenant and object id for Microsoft, the subject for local sign-in. */
  id: string
  name: string
  givenName: string
  /** As spelled by the provider; the console shows it in lower case. */
  email: string
}

/** The signed-in user with the roles that the identity provider reports. */
export interface Identity {
  staff: Staff
  /** App roles assigned by the administrator of the identity provider. */
  roles: readonly string[]
}

/** Variables of the Hono context behind `requireSession`. */
export interface SessionEnv {
  Variables: SecureHeadersVariables & { staff: Staff; session: Identity & { id: string } }
}

/** Variables of the Hono context behind `requireKey`. */
export interface KeyEnv {
  Variables: SecureHeadersVariables & { keyId: string; keyName: string }
}
