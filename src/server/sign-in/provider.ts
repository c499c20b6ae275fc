import type { CustomFetch } from 'openid-client'
import type { EntraConfig } from '../platform/config.ts'
import { rolesFrom } from './claims.ts'
import { SignInRefusal } from './sign-in-refusal.ts'

/** An OpenID Connect provider and this console's place with it. */
export interface IdentityProvider {
  /** Names the signing key of the sessions that begin here. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  /** What the authorization request carries besides the protocol's own parameters. */
  parameters: Record<string, string>
  /**
   * The stable id of the identity that the claims of a verified ID token name.
   * @throws SignInRefusal where that identity is not let in
   */
  staffId(claims: Record<string, unknown>): string
  /** Reaches the provider; the network where absent. */
  fetch?: CustomFetch
}

/** The claim `acct` of Microsoft's ID tokens: a member of the organisation, and not its guest. */
const MEMBER = '0'

/** Microsoft's directory of one organisation. Its people are known by tenant and object id: both outlive a renamed mailbox. */
export function microsoft({ tenantId, clientId, clientSecret, guests, role }: EntraConfig): IdentityProvider {
  const tenant = tenantId.toLowerCase()
  return {
    id: `microsoft:${tenant}`,
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    clientId,
    clientSecret,
    // On a shared workstation the next person must not slip in as the one before.
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
 * Without the optional claim nothing says reliably who is a guest, so nobody is let in: the log tells the operator what
 * to add.
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
