import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import type { Config } from '../platform/config.ts'

type PublicUrl = Pick<Config, 'publicUrl'>
type Hosts = Pick<Config, 'dataHost' | 'authHost' | 'titusHost' | 'imageHosts'>

const NONE = ["'none'"]
const SELF = ["'self'"]

/** One year. Other hosts of the domain are not included: they may not be ours. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Headers of every response, errors included. A header that a handler has set is kept. */
export function securityHeaders(config: PublicUrl): MiddlewareHandler {
  const policy = { defaultSrc: NONE, baseUri: NONE, formAction: NONE, frameAncestors: NONE }
  return secureHeaders({ ...common(config), contentSecurityPolicy: policy })
}

/** Headers of the console's page. Its nonce is the variable `secureHeadersNonce` of the Hono context. */
export function pageHeaders(config: Hosts & PublicUrl): MiddlewareHandler {
  const { dataHost, authHost, titusHost, imageHosts } = config
  const hosts = [dataHost, authHost].filter((host) => host.startsWith('http'))
  const origins = new Set(hosts.map((host) => new URL(host).origin))
  return secureHeaders({
    ...common(config),
    permissionsPolicy: { camera: ['self'], geolocation: false, microphone: false },
    contentSecurityPolicy: {
      defaultSrc: SELF,
      scriptSrc: [...SELF, NONCE],
      styleSrc: [...SELF, NONCE],
      // Rows of long tables and floating menus are positioned by style attributes.
      styleSrcAttr: ["'unsafe-inline'"],
      fontSrc: SELF,
      imgSrc: [...SELF, 'data:', ...imageHosts.map((host) => `https://${host}`)],
      connectSrc: [...SELF, ...origins],
      frameSrc: [`https://${titusHost}`, `https://*.${titusHost}`],
      workerSrc: [...SELF, 'blob:'],
      objectSrc: NONE,
      baseUri: NONE,
      formAction: SELF,
      frameAncestors: NONE,
    },
  })
}

/** Only for https: after this header, a browser never again uses plain http for the host. */
function common({ publicUrl }: PublicUrl) {
  return {
    overwrite: false,
    referrerPolicy: 'same-origin',
    strictTransportSecurity: publicUrl?.startsWith('https:') ? STRICT_TRANSPORT : false,
    xFrameOptions: 'DENY',
  }
}
