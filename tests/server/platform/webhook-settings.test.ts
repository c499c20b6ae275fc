import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../src/server/platform/config.ts'

const URL = 'https://shop.example/hooks'
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
const SECRET = secretOf(32)

describe('the settings of the webhooks', () => {
  it('have several addresses, each once, and a secret', () => {
    const WEBHOOK_URL = 'https://shop.example/hooks?key=1 , HTTP://Books.example, http://books.example/'
    expect(readConfig({ WEBHOOK_URL, WEBHOOK_SECRET: ` ${SECRET}\n` }).webhooks).toEqual({
      urls: ['https://shop.example/hooks?key=1', 'http://books.example/'],
      secret: SECRET,
    })
  })

  it.each([24, 25, 63, 64])('have a secret of %i bytes', (bytes) => {
    const WEBHOOK_SECRET = secretOf(bytes)
    expect(readConfig({ WEBHOOK_URL: URL, WEBHOOK_SECRET }).webhooks?.secret).toBe(WEBHOOK_SECRET)
  })

  it.each([
    [
      { WEBHOOK_URL: URL },
      'WEBHOOK_SECRET must be set too: events need both an address and a key to sign them.',
    ],
    [
      { WEBHOOK_SECRET: SECRET },
      'WEBHOOK_URL must be set too: events need both an address and a key to sign them.',
    ],
    ...[
      'shop',
      'ftp://shop.example',
      'https://me@shop.example',
      'https://shop.example/#a',
      `${URL},`,
      `${URL} ${URL}`,
    ].map((url): [Record<string, string>, string] => [
      { WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET },
      'WEBHOOK_URL must be http or https addresses without user and fragment, with commas between.',
    ]),
    ...['secret', 'whsec_', 'whsec_a b', secretOf(23), secretOf(65), SECRET.slice(0, -1)].map(
      (secret): [Record<string, string>, string] => [
        { WEBHOOK_URL: URL, WEBHOOK_SECRET: secret },
        'WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32) makes one.',
      ],
    ),
  ])('%j are refused in one sentence', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(new ConfigError(message))
  })
})
