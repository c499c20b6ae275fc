import type { HttpAnswer } from './api/early-request.ts'
import { htmlOf } from './lib/static-html.ts'
import { FirstRows, shownOrders } from './screens/orders/first-rows.tsx'
import { NARROW, ROW_HEIGHT } from './table/row-frame.ts'

/**
 * The page's own script: it draws the first orders from its early request, and imports the console after that paint.
 * Until then the console's modules are downloaded, but not evaluated, which would delay the rows. The build puts it
 * into `index.html`, so nothing that it imports may be large.
 */

declare global {
  interface Window {
    /** When the page drew rows itself, on the clock of key presses. Keys pressed since then are for these rows. */
    firstRowsAt?: number
  }
}

/** At the latest, in ms: a slow answer does not delay the console. */
const CONSOLE_AFTER_MS = 400

let isStarted = false

function startConsole(): void {
  const module = document.querySelector<HTMLLinkElement>('link[data-console]')
  if (isStarted || module === null) return
  isStarted = true
  // A module that cannot be loaded is reported by the browser, as for a script of the page.
  import(/* @vite-ignore */ module.href).catch(() => undefined)
}

/** Draws the rows of an answer, unless the console has taken the request. Returns whether there are any. */
function draw(answer: unknown): boolean {
  const place = document.querySelector('[data-first-rows]')
  // Rows beyond the window are drawn by the console only.
  const orders = shownOrders(answer, Math.ceil(window.innerHeight / ROW_HEIGHT.dense))
  if (window.earlyRequest === undefined || place === null || orders.length === 0) return false
  const phone = window.matchMedia(NARROW).matches
  place.innerHTML = htmlOf(<FirstRows orders={orders} phone={phone} now={Date.now()} />)
  window.firstRowsAt = performance.now()
  return true
}

async function drawEarlyAnswer(early: Promise<HttpAnswer>): Promise<void> {
  const { status, data } = await early
  if (status === 200 && draw(data)) requestAnimationFrame(() => setTimeout(startConsole))
  else startConsole()
}

const { earlyRequest } = window
if (earlyRequest) {
  setTimeout(startConsole, CONSOLE_AFTER_MS)
  drawEarlyAnswer(earlyRequest.answer).catch(startConsole)
} else startConsole()
