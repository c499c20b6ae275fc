/** A member of staff, as the identity provider names them. */
export interface Staff {
  /** Stable across sign-ins and renamed mailboxes: tenant and object id at Microsoft, the subject locally. */
  id: string
  name: string
  givenName: string
  /** As the provider writes it; the console shows it in lower case. */
  email: string
}

/** Who signs in, and what the identity provider says they may do. */
export interface Identity {
  staff: Staff
  /** The app roles that the provider's administrator has given them. */
  roles: readonly string[]
}

/** What a route behind `requireSession` finds in its Hono context. */
export interface SessionEnv {
  Variables: { staff: Staff; session: Identity & { id: string } }
}

/**
 * The staff member that an identity's claims describe.
 * @returns null where no claim carries an e-mail address
 */
export function staffFrom(id: string, claims: Record<string, unknown>): Staff | null {
  const email = [claims.email, claims.preferred_username].map(textOf).find((text) => text.includes('@'))
  if (email === undefined) return null
  const localPart = email.slice(0, email.indexOf('@'))
  const name = textOf(claims.name)
  // given_name is an optional claim that a tenant must turn on, so it is often missing.
  const givenName = textOf(claims.given_name) || name.split(/\s+/)[0] || localPart || email
  return { id, name: name || givenName, givenName, email }
}

/** The app roles that an identity's claims name; none where they name none. */
export function rolesFrom({ roles }: Record<string, unknown>): string[] {
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : []
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : ''
}
