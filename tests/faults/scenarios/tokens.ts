import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { DATA_BASE } from '../../../src/contract/call.ts'
import { validateToken } from '../../../src/contract/sign-in.ts'
import { figure, holds, none, type Scenario } from '../scenario.ts'
import { send } from '../support/http.ts'
import { addressOf, issueTokens, staffWith } from '../support/staff.ts'

/** Calls that require a token: a data call, and the check of a stored token. */
const PATHS = [`${DATA_BASE}/suppliers`, addressOf(validateToken, validateToken.path)]

/** Tokens that the server did not issue, or has revoked. */
export const tokens: Scenario = {
  name: 'tokens',
  title: 'Forged tokens',
  within: 60,
  async run(bench) {
    const database = await bench.database()
    const console = await bench.console(database)
    const [valid = '', ended = ''] = await issueTokens(bench, database, 2)
    await staffWith(console.url, ended).signOut()
    const keys = await bench.read(database, (db) =>
      db.selectFrom('signing_keys').select('secret').where('id', '=', 'local').execute(),
    )
    const key = Buffer.from(keys[0]?.secret ?? '', 'base64url')
    const jwks = (await send(console.url, '/local-identity/jwks')).text
    const forged = forgedHeaders({ valid, ended, key, jwks })
    const isAccepted = async (headers: Record<string, string>) => {
      const answers = await Promise.all(PATHS.map((path) => send(console.url, path, { headers })))
      // 429 limits requests without a valid session, and never applies to a valid one.
      return answers.some(({ status }) => status !== 401 && status !== 429)
    }
    const accepted: string[] = []
    for (const [name, headers] of forged) if (await isAccepted(headers)) accepted.push(name)
    const inAddress = await send(console.url, `${PATHS[0]}?access_token=${valid}&token=${valid}`)
    if (inAddress.status !== 401 && inAddress.status !== 429) accepted.push('a token in the address')
    return [
      figure('Kinds of forged tokens', forged.length + 1),
      none('Accepted', accepted),
      holds(
        'The valid token is accepted all the same',
        await isAccepted({ authorization: `Bearer ${valid}` }),
      ),
    ]
  },
}

type Json = Record<string, unknown>

/** Secrets that a forger may have stolen. */
interface Stolen {
  /** A valid token. */
  valid: string
  /** A token of a session that was signed out. */
  ended: string
  /** The key that signs tokens. A token signed with it may still be invalid. */
  key: Buffer
  /** The public keys of the identity provider. */
  jwks: string
}

const HOUR_S = 3600

/** Headers that must be rejected, by their fault. */
function forgedHeaders(stolen: Stolen): [string, Record<string, string>][] {
  const bearer = Object.entries(forgedTokens(stolen)).map(
    ([name, token]): [string, Record<string, string>] => [name, { authorization: `Bearer ${token}` }],
  )
  const { valid } = stolen
  return [
    ...bearer,
    ['no scheme', { authorization: valid }],
    ['the scheme Basic', { authorization: `Basic ${valid}` }],
    ['a cookie', { cookie: `session-token=${valid}` }],
    ['two tokens, the first wrong', { authorization: `Bearer ${valid.slice(1)}, Bearer ${valid}` }],
    ['another header', { 'x-authorization': `Bearer ${valid}`, authorization: 'Bearer a' }],
    ['no token', {}],
  ]
}

function forgedTokens({ valid, ended, key, jwks }: Stolen): Record<string, string> {
  const [head = '', body = '', signature = ''] = valid.split('.')
  const header: Json = JSON.parse(Buffer.from(head, 'base64url').toString())
  const claims: Json = JSON.parse(Buffer.from(body, 'base64url').toString())
  const now = Math.floor(Date.now() / 1000)
  const signed = (changed: Json, changedHeader: Json = {}) =>
    hmac({ ...header, ...changedHeader }, { ...claims, ...changed }, key)
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${body}.`
  const tampered = (changed: Json) => `${head}.${encode({ ...claims, ...changed })}.${signature}`
  const flipped = Buffer.from(signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1
  return {
    'algorithm none': unsigned('none'),
    'algorithm None': unsigned('None'),
    'algorithm NONE': unsigned('NONE'),
    'no algorithm': unsigned(''),
    'algorithm none with a signature': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${valid}.${signature}`,
    'five parts': `${head}..${body}.${signature}.${signature}`,
    'another key': hmac(header, claims, Buffer.from('another-key-that-is-long-enough!')),
    'an empty key': hmac(header, claims, Buffer.alloc(0)),
    'the key "secret"': hmac(header, claims, Buffer.from('secret')),
    'the public keys as key': hmac(header, claims, Buffer.from(jwks)),
    'the key as text': hmac(header, claims, Buffer.from(key.toString('base64url'))),
    'HS512 with the right key': hmac({ ...header, alg: 'HS512' }, claims, key, 'sha512'),
    'HS384 with the right key': hmac({ ...header, alg: 'HS384' }, claims, key, 'sha384'),
    'algorithm hs256': signed({}, { alg: 'hs256' }),
    'RS256 with a key of its own': rsa(header, claims),
    'a key id that is a path': hmac({ ...header, kid: '../../../../dev/null' }, claims, Buffer.alloc(0)),
    'a critical header nobody knows': signed({}, { crit: ['x'], x: 1 }),
    'another subject': tampered({ sub: 'local:mere' }),
    'a longer life': tampered({ exp: now + 1000 * HOUR_S }),
    'more roles': tampered({ roles: ['admin', 'delete'] }),
    'another header': `${encode({ ...header, typ: 'JWS' })}.${body}.${signature}`,
    'one bit of the signature': `${head}.${body}.${flipped.toString('base64url')}`,
    'half a signature': valid.slice(0, -20),
    'ran out': signed({ exp: now - 1, iat: now - 13 * HOUR_S }),
    'not valid yet': signed({ nbf: now + HOUR_S }),
    'another issuer': signed({ iss: 'https://evil.example' }),
    'another audience': signed({ aud: 'another-product' }),
    'no issuer': signed({ iss: undefined }),
    'no audience': signed({ aud: undefined }),
    'no end': signed({ exp: undefined }),
    'an end in words': signed({ exp: 'never' }),
    'no session': signed({ jti: undefined }),
    'a session that never began': signed({ jti: '00000000-0000-4000-8000-000000000000' }),
    'no subject': signed({ sub: undefined }),
    'an ended session': ended,
    'an empty token': '',
    'a list as claims': `${head}.${encode([claims])}.${signature}`,
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function hmac(header: Json, claims: Json, key: Buffer, hash = 'sha256'): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}

/** A token signed with a key that it contains itself. */
function rsa(header: Json, claims: Json): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const content = `${encode({ ...header, alg: 'RS256', jwk })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}
