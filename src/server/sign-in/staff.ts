/** A member of staff, as the identity provider names them. */
export interface Staff {
  /** Stable across sign-ins and renamed mailboxes: tenant and object id at Microsoft, the subject locally. */
  id: string
  name: string
  givenName: string
  /** As the provider writes it; the console shows it in lower case. */
  email: string
}

/** What a route behind `requireSession` finds in its Hono context. */
export interface SessionEnv {
  Variables: { staff: Staff }
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

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : ''
}
