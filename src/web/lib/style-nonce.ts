declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Radix's scroll lock injects a `<style>`, which the Content-Security-Policy lets through only with the page's nonce.
 * `get-nonce`, which it asks, knows the nonce by this name.
 */
globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
