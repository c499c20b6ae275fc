import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { sign } from '../../../src/server/webhooks/deliver.ts'
import { SECRET } from './webhooks-on-test.ts'

interface Documented {
  isGenuine(secret: string, headers: Record<string, string>, body: string, now?: number): boolean
}

const folder = mkdtempSync(join(tmpdir(), 'console-signature-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines that docs/operations.md gives to receivers. */
async function documented(): Promise<Documented> {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const block = /<!-- verify:[^\n]*-->\s*```js\n([\s\S]*?)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/operations.md has no lines that verify a signature.')
  const file = join(folder, 'verify.mjs')
  writeFileSync(file, block)
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

describe('the signature', () => {
  it('is that of the example of Standard Webhooks', () => {
    expect(sign(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('is verified by the documented lines, and nothing else is', async () => {
    const { isGenuine } = await documented()
    const keys = fc.uint8Array({ minLength: 24, maxLength: 64 })
    const secrets = keys.map((key) => `whsec_${Buffer.from(key).toString('base64')}`)
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(secrets, secrets, fc.uuid(), seconds, fc.string(), (secret, other, id, sentAt, body) => {
        fc.pre(secret !== other)
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(sentAt),
          'webhook-signature': sign(secret, id, sentAt, body),
        }
        const now = sentAt * 1000
        expect(isGenuine(secret, headers, body, now)).toBe(true)
        expect(isGenuine(other, headers, body, now)).toBe(false)
        expect(isGenuine(secret, headers, `${body} `, now)).toBe(false)
        expect(isGenuine(secret, { ...headers, 'webhook-id': `${id}1` }, body, now)).toBe(false)
        expect(isGenuine(secret, { ...headers, 'webhook-timestamp': `${sentAt + 1}` }, body, now)).toBe(false)
        expect(isGenuine(secret, headers, body, now + 301_000)).toBe(false)
      }),
    )
  })
})
