function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A token with these claims. The console does not check its signature. */
export function tokenOf(claims: object): string {
  const part = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)))
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
}

export const MERE = tokenOf({ given_name: 'Mere', email: 'Mere@Example.com' })
export const HEMI = tokenOf({ given_name: 'Hēmi', email: 'hemi@example.com' })
