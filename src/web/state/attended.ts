/** Milliseconds after the last key or click for which a request counts as the user's. */
const ATTENDED_MS = 5 * 60_000

/** Opening a page counts as use. */
let usedAt = performance.now()

for (const event of ['keydown', 'pointerdown'] as const) {
  window.addEventListener(event, () => (usedAt = performance.now()), { capture: true, passive: true })
}

/** Whether the user has pressed a key or a button lately. Other requests must not keep an idle session open. */
export function isAttended(): boolean {
  return performance.now() - usedAt < ATTENDED_MS
}
