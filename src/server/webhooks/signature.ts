import { createHmac } from 'node:crypto'

export const SECRET_PREFIX = 'whsec_'

/**
 * The value of `webhook-signature` as Standard Webhooks prescribes: `v1,` and the base64 of an HMAC-SHA256 of id,
 * timestamp and body, separated by dots.
 * @param secret `whsec_` and the key in base64
 * @param sentAt seconds since 1970, as in `webhook-timestamp`
 */
export function sign(secret: string, messageId: string, sentAt: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageId}.${sentAt}.${body}`).digest('base64')
  return `v1,${signature}`
}
