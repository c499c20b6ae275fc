/** Milliseconds after the last key or click for which a request counts as the user's. */
const ATTENDED_MS = 5 * 60_000

/** Opening a page counts as use. */
let usedAt = performance.now()

for (const event of ['keydown', 'pointerdown'] as const) {
  window.addEventListener(event, () => (usedAt = performance.now()), { capture: true, passive: true })
}

/** Whether the user has recently pressed a key or a button. Only requests by a user may prolong the session. */
export function isAttended(): boolean {
  return performance.now() - usedAt < ATTENDED_MS
}
