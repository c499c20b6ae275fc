declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Radix's scroll lock injects a `<style>`, which the Content-Security-Policy allows only with the page's nonce.
 * Radix uses `get-nonce`, which reads this variable.
 */
globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
