import type { Page, Route } from 'playwright-core'
import type { Order } from '../../src/contract/orders.ts'
import { fold } from '../../src/domain/format/fold.ts'

/** An event in the page, in order. */
export type Note =
  /**
   * Enter, or a row picked by Alt and a digit: the text, and the record of the row displayed as chosen, as
   * `kind:id`. `early` means before the palette had a field.
   */
  | { type: 'enter'; text: string; chosen: string | null; at: 'palette' | 'early' | 'screen' }
  /**
   * Cancels a pending Enter: by Esc, an edit, or an arrow that chose another row. An `early` one, outside an open
   * palette, cancels only early keys.
   */
  | { type: 'drop'; by: string; early: boolean }
  /** The palette closed. Its Enter is decided, although the screen may open later. */
  | { type: 'closed' }
  | { type: 'opened'; record: string }
  /** The dialog of a command opened, with this text. */
  | { type: 'acted'; text: string }

/** Generates numbers from a seed, each below the given limit (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export type Random = ReturnType<typeof randomOf>

/** Runs in the page before the console. Notes each Enter with its possible meanings, and each record that opens. */
export function takeNotes(): void {
  const notes: Note[] = []
  Reflect.set(window, 'raceNotes', notes)
  let early = ''
  /** Whether a command has run in the palette. It may open a dialog that takes the following characters. */
  let commanded = false
  /** Whether an arrow has chosen the row for the current text. */
  let isByHand = false

  const textOf = (input: Element | null) => (input instanceof HTMLInputElement ? input.value : null)
  const box = () => document.querySelector('[role=dialog] [role=combobox]')
  const isCommand = (row: Element | null | undefined) =>
    /^(command|asked|instead):/.test(row?.getAttribute('data-value') ?? '')
  const recordIn = (row: Element | null | undefined) =>
    /^(order|consignment|customer|product|supplier|supplier-order):.+/.exec(
      row?.getAttribute('data-value') ?? '',
    )?.[0] ?? null
  const chosen = () => document.getElementById(box()?.getAttribute('aria-activedescendant') ?? '')
  const picked = (digit: number) =>
    document.querySelectorAll('[role=option]:not([aria-disabled=true])')[digit - 1]
  const isForCommands = (text: string, pick: string | undefined) =>
    text.length < 3 || isByHand || pick !== undefined
  const dialogs = () =>
    Array.from(document.querySelectorAll('[role=dialog], [role=alertdialog]')).filter(
      (one) => !one.contains(box()),
    )
  const dialogIsOpen = () => dialogs().length > 0

  const onKey = (event: KeyboardEvent) => {
    const text = event.target === box() ? textOf(box()) : null
    const pick = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
    const takes = event.key === 'Enter' || pick !== undefined
    const row = text === null ? null : pick === undefined ? chosen() : picked(Number(pick))
    if (takes) {
      const outside = early === '' ? 'screen' : 'early'
      notes.push({
        type: 'enter',
        text: text ?? early,
        chosen: recordIn(row),
        // A command opens its own screen. While the text is a code, though, Enter means that code and no command.
        at: text === null || (isCommand(row) && isForCommands(text, pick)) ? outside : 'palette',
      })
    }
    if (text !== null || event.key === 'Escape') commanded = takes && isCommand(row)
    const isArrow = text !== null && /^Arrow(Up|Down)$/.test(event.key)
    if (isArrow) isByHand = true
    if (event.key === 'Escape' || isArrow) notes.push({ type: 'drop', by: event.key, early: false })
    // Characters typed before the palette has a field belong to its text, too; characters in another field do not.
    const inField = event.target instanceof HTMLInputElement
    const isElsewhere = inField || commanded || dialogIsOpen()
    if (isElsewhere || event.key === 'Escape') early = ''
    else if (/^\d$/.test(event.key) && !event.altKey) early += event.key
    else if (event.key === 'Backspace') early = early.slice(0, -1)
    if (text === null && /^(\d|Backspace)$/.test(event.key) && !event.altKey)
      notes.push({ type: 'drop', by: event.key, early: box() === null })
  }
  const onInput = () => {
    isByHand = false
    notes.push({ type: 'drop', by: 'edit', early: false })
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('input', onInput, { capture: true })

  let there = false
  let acting: Element | undefined
  const look = () => {
    const was = there
    there = box() !== null
    if (was && !there) {
      isByHand = false
      notes.push({ type: 'closed' })
    }
    const [dialog] = dialogs()
    if (dialog && dialog !== acting) notes.push({ type: 'acted', text: dialog.textContent ?? '' })
    acting = dialog
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })

  const noteOpened = (url: unknown) => {
    const address = /^\/(orders|consignments|customers|products|suppliers\/orders|suppliers)\/([^/?#]+)/
    const [, list, code] = address.exec(new URL(String(url), location.href).pathname) ?? []
    if (list === undefined || code === undefined || code === 'new') return
    const kind = list === 'suppliers/orders' ? 'supplier-order' : list.slice(0, -1)
    notes.push({ type: 'opened', record: `${kind}:${decodeURIComponent(code)}` })
  }
  const push = history.pushState.bind(history)
  history.pushState = (state, unused, url) => {
    noteOpened(url)
    push(state, unused, url)
  }
  window.open = (url) => {
    noteOpened(url)
    return null
  }
}

/** Returns and clears the notes. */
export function notesOf(page: Page): Promise<Note[]> {
  return page.evaluate(() => {
    const notes: Note[] = Reflect.get(window, 'raceNotes')
    return notes.splice(0)
  })
}

const codeOf = (text: string) => fold(text.trim().replace(/^#/, '').trim())

/** Records that opened without a valid Enter for their code or their displayed row. */
export function wronglyOpened(notes: readonly Note[]): string[] {
  const wrong: string[] = []
  let enter: Enter | null = null
  let settled: Enter | null = null
  for (const note of notes) {
    if (note.type === 'enter') enter = note
    else if (note.type === 'closed') settled = enter ?? settled
    else if (note.type === 'drop') {
      if (!note.early || enter?.at === 'early') enter = null
    } else if (note.type === 'opened') {
      if (!allows(enter, note.record) && !allows(settled, note.record)) wrong.push(note.record)
      enter = null
      settled = null
    }
  }
  return wrong
}

type Enter = Extract<Note, { type: 'enter' }>

function allows(enter: Enter | null, record: string): boolean {
  if (enter === null) return false
  const code = fold(record.slice(record.indexOf(':') + 1))
  const isTyped = codeOf(enter.text) === code || wordsIn(enter.text).includes(code)
  return enter.at === 'screen' || isTyped || record === enter.chosen
}

/** The words of a text that consists of a verb and codes. */
const wordsIn = (text: string) => (/[a-z]/i.test(text) ? fold(text).split(/[\s,]+/) : [])

/**
 * Dialogs of commands that name an order which was not open, and which is not in the text of an Enter that is still
 * valid.
 * @param codes of all orders
 */
export function wronglyActed(notes: readonly Note[], codes: readonly string[]): string[] {
  const wrong: string[] = []
  let open = ''
  let enter: Enter | null = null
  let settled: Enter | null = null
  for (const note of notes) {
    if (note.type === 'enter') enter = note
    else if (note.type === 'closed') settled = enter ?? settled
    else if (note.type === 'drop') {
      if (!note.early || enter?.at === 'early') enter = null
    } else if (note.type === 'opened') open = fold(note.record.slice(note.record.indexOf(':') + 1))
    else {
      const allowed = [open, ...wordsIn(enter?.text ?? ''), ...wordsIn(settled?.text ?? '')]
      wrong.push(...codes.filter((code) => note.text.includes(code) && !allowed.includes(fold(code))))
    }
  }
  return wrong
}

/**
 * The code that a final Enter must still open. Null if it has opened, was cancelled, means another row such as a
 * command, or is the order that is already open.
 */
export function stillOwed(notes: readonly Note[]): string | null {
  const last = notes.filter(({ type }) => type !== 'closed').at(-1)
  if (last?.type !== 'enter') return null
  const code = codeOf(last.text)
  const [open] = notes.flatMap((note) => (note.type === 'opened' ? [fold(note.record)] : [])).slice(-1)
  if (open === `order:${code}`) return null
  return last.at === 'early' || fold(last.chosen ?? '') === `order:${code}` ? code : null
}

/** The server of one run. It responds late, out of order, wrongly, emptily or never. */
export class UnreliableServer {
  readonly #orders: readonly Order[]
  readonly #pending = new Set<Promise<void>>()
  #random: Random = randomOf(0)
  /** Codes for which a request failed in this run. */
  readonly refused = new Set<string>()

  constructor(orders: readonly Order[]) {
    this.#orders = orders
  }

  async stand(page: Page): Promise<void> {
    await page.route(/\/api\/v1\/orders\/[^/]+$/, (route) => this.#answer(() => this.#detail(route)))
    await page.route(/\/api\/v1\/orders(\?|$)/, (route) => this.#answer(() => this.#list(route)))
    // Dialogs are opened, and nothing is recorded.
    await page.route(/\/api\/v1\/orders\/[^/]+\/\w+$/, (route) => route.abort())
    await page.route(/\/assets\/order-screen/, (route) => this.#answer(() => route.continue()))
  }

  begin(random: Random): void {
    this.#random = random
    this.refused.clear()
  }

  /** Resolves when no call is pending. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  async #answer(reply: () => Promise<void>): Promise<void> {
    const late = this.#random(3) === 0 ? this.#random(150) : this.#random(30)
    const answering = new Promise<void>((resolve) => setTimeout(resolve, late))
      .then(reply)
      // The console has cancelled the request.
      .catch(() => undefined)
    this.#pending.add(answering)
    await answering
    this.#pending.delete(answering)
  }

  async #detail(route: Route): Promise<void> {
    const code = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    const order = this.#orders.find((one) => fold(one.code) === fold(code))
    const fate = this.#random(10)
    if (!order || fate < 4) this.refused.add(fold(code))
    if (fate === 0) await route.fulfill({ status: 500, json: { success: false, message: 'Internal error' } })
    else if (fate === 1) await route.abort('connectionreset')
    else if (fate === 2) await route.fulfill({ json: {} })
    else if (fate === 3) await route.fulfill({ json: this.#orders[this.#random(this.#orders.length)] })
    else if (order) await route.fulfill({ json: order })
    else await route.fulfill({ status: 404, json: { success: false, message: 'Order not found.' } })
  }

  async #list(route: Route): Promise<void> {
    const query = new URL(route.request().url()).searchParams.get('query')
    const fate = this.#random(6)
    if (query === null || fate === 0) return route.abort('connectionreset')
    if (fate === 1) return route.fulfill({ status: 500, json: { success: false, message: 'Internal error' } })
    if (fate === 2) return route.fulfill({ json: [] })
    const found = this.#orders.filter(({ code, customer }) =>
      fold(`${code} ${customer.company ?? ''} ${customer.name ?? ''}`).includes(fold(query)),
    )
    const first = this.#random(found.length + 1)
    await route.fulfill({ json: [...found.slice(first), ...found.slice(0, first)].slice(0, 30) })
  }
}
