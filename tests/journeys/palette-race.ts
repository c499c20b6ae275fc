import type { Page } from 'playwright-core'

/** An event in the page, in order. */
export type Note =
  /**
   * Enter, or a row picked by Alt and a digit: the text, and the record of the row displayed as chosen, as
   * `kind:id`. `early` means before the palette had a field. `named` is the code in that row if it is a verb's.
   */
  | {
      type: 'enter'
      text: string
      chosen: string | null
      named: string | null
      at: 'palette' | 'early' | 'screen'
    }
  /**
   * Cancels a pending Enter: Esc, an edit, or an arrow that chose another row. An `early` event, outside an open
   * palette, cancels only early keys.
   */
  | { type: 'drop'; by: string; early: boolean }
  /**
   * The palette closed: its Enter is decided, although the screen may open later. `named` has the same meaning as for
   * an Enter.
   */
  | { type: 'closed'; named: string | null }
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
  /** Whether a command has run in the palette. It may open a dialog, which receives the following characters. */
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
  const namedIn = (row: Element | null | undefined) =>
    /^(?:asked|instead):.* (\S+)$/.exec(row?.getAttribute('data-value') ?? '')?.[1] ?? null
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
        named: namedIn(row),
        // A command opens its own screen. But while the text is a code, Enter means that code and no command.
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
  let named: string | null = null
  let acting: Element | undefined
  const look = () => {
    const was = there
    there = box() !== null
    if (was && !there) {
      isByHand = false
      notes.push({ type: 'closed', named })
    }
    named = there ? namedIn(chosen()) : null
    const [dialog] = dialogs()
    if (dialog && dialog !== acting) notes.push({ type: 'acted', text: dialog.textContent ?? '' })
    acting = dialog
  }
  const attributeFilter = ['aria-activedescendant', 'data-value']
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter })

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

/** A text without case, marks and spaces at its ends. Not the console's own function, whose mistakes must be found. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Returns and clears the notes. */
export function notesOf(page: Page): Promise<Note[]> {
  return page.evaluate(() => {
    const notes: Note[] = Reflect.get(window, 'raceNotes')
    return notes.splice(0)
  })
}

const codeOf = (text: string) => fold(text.trim().replace(/^#/, '').trim())

/** An Enter, and the code in the row of a verb that it ran. */
interface Valid {
  enter: Enter
  named: string | null
}

/** The notes with the Enters that are valid at each: the latest one, and that on which the palette closed. */
function withEnters(notes: readonly Note[]): { note: Note; valid: readonly Valid[] }[] {
  let enter: Enter | null = null
  let settled: Valid | null = null
  return notes.map((note) => {
    if (note.type === 'enter') enter = note
    else if (note.type === 'closed' && enter) settled = { enter, named: namedAt(enter, note.named) }
    else if (note.type === 'drop' && (!note.early || enter?.at === 'early')) enter = null
    return { note, valid: [enter && { enter, named: enter.named }, settled].flatMap((one) => one ?? []) }
  })
}

/**
 * The code in the verb's row that an Enter runs, as displayed when it was pressed. If that row belonged to an older
 * text, as displayed when the palette closed.
 */
function namedAt({ text, named }: Enter, last: string | null): string | null {
  const isOfText = named !== null && wordsIn(text).some((word) => fold(named).includes(word))
  return isOfText ? named : last
}

/** Records that opened without a valid Enter for their code or their displayed row. An Enter opens one record. */
export function wronglyOpened(notes: readonly Note[]): string[] {
  const used = new Set<Enter>()
  return withEnters(notes).flatMap(({ note, valid }) => {
    if (note.type !== 'opened') return []
    const isAllowed = valid.some(({ enter }) => !used.has(enter) && allows(enter, note.record))
    for (const { enter } of valid) used.add(enter)
    return isAllowed ? [] : [note.record]
  })
}

type Enter = Extract<Note, { type: 'enter' }>

function allows(enter: Enter, record: string): boolean {
  const code = fold(record.slice(record.indexOf(':') + 1))
  const isTyped = codeOf(enter.text) === code || wordsIn(enter.text).includes(code)
  return enter.at === 'screen' || isTyped || record === enter.chosen
}

/** The words of a text that consists of a verb and codes. */
const wordsIn = (text: string) => (/[a-z]/i.test(text) ? fold(text).split(/[\s,]+/) : [])

/**
 * Dialogs of commands on an order that was not open, and that neither the text nor the row of a valid Enter names.
 * @param codes of all orders
 */
export function wronglyActed(notes: readonly Note[], codes: readonly string[]): string[] {
  let open = ''
  return withEnters(notes).flatMap(({ note, valid }) => {
    if (note.type === 'opened') open = fold(note.record.slice(note.record.indexOf(':') + 1))
    if (note.type !== 'acted') return []
    const allowed = [
      open,
      ...valid.flatMap(({ enter, named }) => [...wordsIn(enter.text), fold(named ?? '')]),
    ]
    return codes.filter((code) => note.text.includes(code) && !allowed.includes(fold(code)))
  })
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
