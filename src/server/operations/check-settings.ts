import { BRANCHES } from '../../contract/orders.ts'
import { branchLabel } from '../../domain/freight/branch.ts'
import type { Config } from '../platform/config.ts'
import { isLoopback } from '../platform/loopback.ts'
import { attention, type Finding, fine } from './findings.ts'

/** Settings that are valid but probably not intended for a business; skipped for the demo. */
export function checkSettings(config: Config): Finding[] {
  if (config.demo) {
    return config.entra === null
      ? [fine('Settings', 'DEMO is on: sign-in, addresses and couriers are simulated.')]
      : [attention('Settings', 'DEMO is on with Microsoft sign-in: set DEMO=off for a business.')]
  }
  const found = [...signIn(config), ...services(config), ...labels(config)]
  return found.length > 0 ? found : [fine('Settings', 'Nothing looks wrong.')]
}

function signIn({ entra, localSignIn, publicUrl, trustedProxies }: Config): Finding[] {
  if (entra === null) {
    const reason = localSignIn
      ? 'Anyone on this machine signs in with one press: set the ENTRA_ settings.'
      : 'Neither the ENTRA_ settings nor LOCAL_SIGN_IN is set: the server does not start.'
    return [attention('Sign-in', reason)]
  }
  const found: Finding[] = []
  if (publicUrl === null || publicUrl.startsWith('http:')) {
    found.push(attention('Sign-in', 'PUBLIC_URL is not https: Microsoft redirects to no other address.'))
  } else if (trustedProxies.rules.length === 0) {
    found.push(attention('Rate limits', 'TRUSTED_PROXY is not set: all clients of a proxy share one limit.'))
  }
  return found
}

function services({ smtp, addressfinder, webhooks }: Config): Finding[] {
  const found: Finding[] = []
  if (smtp === null) found.push(attention('E-mail', 'SMTP_URL is not set: e-mails stay queued.'))
  if (addressfinder === null) {
    found.push(attention('Addresses', 'ADDRESSFINDER_KEY is not set: house numbers are invented.'))
  }
  if (webhooks?.urls.some(isOpen)) {
    found.push(attention('Webhooks', 'WEBHOOK_URL is not https: others can read the events on their way.'))
  }
  return found
}

/** Whether an address is reached over a network without encryption. */
function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

function labels({ couriers, senders }: Config): Finding[] {
  if (couriers === 'gateway') return []
  const reason =
    couriers === 'none'
      ? 'Neither GSS_ACCESS_KEY nor COURIERS is set: the server does not start.'
      : 'COURIERS is simulated: no booking is real.'
  const without = BRANCHES.filter((branch) => senders[branch] === null)
  return [
    attention('Couriers', reason),
    ...without.map((branch) => attention('Labels', `${branchLabel(branch)} has no sender on its labels.`)),
  ]
}
