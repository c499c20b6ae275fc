import type { CustomFetch } from 'openid-client'
import type { EntraConfig } from '../platform/config.ts'
import { rolesFrom } from './claims.ts'
import { SignInRefusal } from './sign-in-refusal.ts'

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
