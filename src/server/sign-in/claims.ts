import type { Staff } from '../http/session.ts'

/**
 * The staff member described by the claims of an identity.
 * @returns null if no claim contains an e-mail address
 */
export function staffFrom(id: string, claims: Record<string, unknown>): Staff | null {
  const email = [claims.email, claims.preferred_username].map(textOf).find((text) => text.includes('@'))
  if (email === undefined) return null
  const localPart = email.slice(0, email.indexOf('@'))
  const name = textOf(claims.name)
  // given_name is an optional claim that a tenant must enable, so it is often missing.
  const givenName = textOf(claims.given_name) || name.split(/\s+/)[0] || localPart || email
  return { id, name: name || givenName, givenName, email }
}

/** The app roles in an identity's claims; empty if there are none. */
export function rolesFrom({ roles }: Record<string, unknown>): string[] {
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : []
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : ''
}
