import type { CustomFetch } from 'openid-client'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import type { EntraConfig } from '../platform/config.ts'

/** An OpenID Connect provider with this console's registration. */
export interface IdentityProvider {
  /** Id of the signing key of its sessions. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Additional parameters of the authorization request. */
  parameters: Record<string, string>
  /**
   * The stable id of the identity in the claims of a verified ID token.
   * @throws SignInRefusal if that identity may not sign in
   */
  staffId(claims: Record<string, unknown>): string
  /** Replaces the network for requests to the provider. */
  fetch?: CustomFetch
}

/** The claim `acct` of Microsoft's ID tokens for a member of the organisation, as opposed to a guest. */
const MEMBER = '0'

/** One organisation's directory at Microsoft. Users are identified by tenant and object id, which survive a renamed mailbox. */
export function microsoft({ tenantId, clientId, clientSecret, guests, role }: EntraConfig): IdentityProvider {
  const tenant = tenantId.toLowerCase()
  return {
    id: `microsoft:${tenant}`,
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    clientId,
    clientSecret,
    // On a shared workstation, the next user must not be signed in as the previous one.
    parameters: { prompt: 'select_account' },
    staffId(claims) {
      const { tid, oid, acct } = claims
      if (typeof tid !== 'string' || tid.toLowerCase() !== tenant) {
        throw new SignInRefusal(401, 'This account does not belong to the organisation.', `tenant ${tid}`)
      }
      if (typeof oid !== 'string' || oid === '') {
        throw new SignInRefusal(401, 'Microsoft did not say whose account this is.', 'no oid claim')
      }
      if (!guests) refuseGuest(acct)
      if (role !== null && !rolesFrom(claims).includes(role)) {
        throw new SignInRefusal(401, 'This account is not allowed to use this console.', `no role ${role}`)
      }
      return `${tenant}:${oid}`
    },
  }
}

/**
 * Guests cannot be told apart without this optional claim. If it is missing, nobody may sign in, and the log tells
 * the operator to add it.
 */
function refuseGuest(acct: unknown): void {
  if (String(acct) === MEMBER) return
  if (acct !== undefined) {
    throw new SignInRefusal(
      401,
      'Guests of the organisation are not allowed to use this console.',
      `acct ${acct}`,
    )
  }
  throw new SignInRefusal(
    401,
    'Microsoft did not say whether this account is a guest. Please tell your administrator.',
    'no acct claim: add the optional claim acct to the ID token of the app registration, or set ENTRA_GUESTS=allow',
  )
}

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

/**
 * A failed sign-in: 400 start again, 401 this identity may not sign in, 502 the provider is down or
 * misconfigured. The message is for staff, the cause only for the server's log.
 */
export class SignInRefusal extends Refusal {
  constructor(status: 400 | 401 | 502, message: string, cause?: unknown) {
    super(status, message)
    this.cause = cause
  }

  /** One line for the operator: the messages of the chain of causes, without their data. */
  get reason(): string {
    const reasons: string[] = []
    for (
      let cause = this.cause;
      cause !== undefined;
      cause = cause instanceof Error ? cause.cause : undefined
    ) {
      if (cause instanceof Error) reasons.push(describe(cause))
      else if (typeof cause === 'string') reasons.push(cause)
    }
    return reasons.join(' < ').replace(/\s+/g, ' ')
  }
}

function describe(error: Error): string {
  // Error response of a token endpoint (RFC 6749, 5.2), such as for an expired client secret.
  const answered = 'error_description' in error ? ` ${String(error.error_description)}` : ''
  return `${error.message}${answered}`
}
