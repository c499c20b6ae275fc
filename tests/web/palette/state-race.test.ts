import { expect, test } from 'vitest'
import { questionOf } from '../../../commands/interpreter/query.ts'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import {
  answerFor,
  type PaletteState,
  queryOf,
  type ResultRow,
} from '../../../src/web/palette/machine/state.ts'
import type { CodeAnswer } from '../../../src/web/record-index/read-by-code.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { codeRow, PACK_ROW, recordOf, recordRow, SERVER_ROW, StatePalette } from './state-events.ts'

const RUNS = casesOf(2_000, 20_000)

// PAL-2
test(`in ${RUNS} random runs of the state machine no wrong record is opened`, MODEL, () => {
  let opened = 0
  fc.assert(
    fc.property(fc.commands([actions], { maxCommands: 40, size: 'max' }), (commands) => {
      const race = new Race()
      race.openAndSee('')
      fc.modelRun(() => ({ model: {}, real: race }), commands)
      race.settle()
      opened += race.opened
      expect(race.wrong).toEqual([])
    }),
    { numRuns: RUNS },
  )
  // Proves that the runs open records at all.
  expect(opened).toBeGreaterThan(RUNS / 6)
})

/** Codes that are prefixes, parts and case variants of each other, and names with a common beginning. */
const RECORDS = [
  ['104', 'Whale'],
  ['1048', 'Whangarei Glass'],
  ['10482', 'Whangarei Tiles'],
  ['104823', 'Whanau Foods'],
  ['SO-1045', 'Packard'],
  ['SO-10451', 'Pack and Go'],
  ['so-104', 'Tide'],
].map(([code = '', name = '']) => recordOf(code, name))

/** A key that picks a row, with what the user saw when pressing it. */
interface Taken {
  text: string
  /** Keys of records that Enter may open, besides the one with exactly the typed code. */
  seen: readonly (string | null)[]
}

const NOTHING_DISPLAYED = {
  chosen: null as string | null,
  rows: [] as readonly ResultRow[],
  picks: [] as readonly string[],
}

/** The palette's state machine with a user, a server that responds at any time, and a slow screen. */
class Race {
  readonly index = new Set(RECORDS.slice(0, 3).map(({ code }) => code))
  /** All requests for codes. Responses to cancelled ones may still arrive. */
  readonly requests: { question: string; code: string }[] = []
  readonly wrong: string[] = []
  opened = 0
  readonly palette = new StatePalette({
    matches: (text) =>
      RECORDS.filter(({ code }) => this.index.has(code)).flatMap((record) => {
        const band = bandOf(record, codeIn(text))
        return band === null ? [] : [{ record, band }]
      }),
    rows: rowsOf,
  })
  /** The rows that the user sees. */
  #displayed = NOTHING_DISPLAYED
  #taken: Taken | null = null
  #requested = ''

  get #state(): PaletteState {
    return this.palette.state
  }

  open(text: string): void {
    if (this.#state.phase !== 'closed') this.#taken = null
    this.#do(() => this.palette.dispatch({ type: 'open', text }))
  }

  close(): void {
    this.#taken = null
    this.#do(() => this.palette.dispatch({ type: 'close' }))
  }

  /** Opens the palette and waits until its rows are displayed. */
  openAndSee(text: string): void {
    this.open(text)
    this.painted()
    this.show()
  }

  /** Types into the field, or into the listener while the field has no focus. */
  type(text: string): void {
    if (this.#state.phase === 'closed') return
    this.#taken = null
    const { focused, text: before } = this.#state
    this.#do(() => {
      if (focused) this.palette.dispatch({ type: 'type', text: before + text })
      else for (const character of text) this.palette.press(character)
    })
  }

  /** A code and Enter. The key listener queues what is typed behind it, until the Enter is decided. */
  typeAhead(code: string): void {
    this.replace(code)
    this.press('Enter')
  }

  /** Replaces the text. Opens the palette if necessary. */
  replace(text: string): void {
    if (this.#state.phase === 'closed') this.openAndSee('')
    this.#taken = null
    this.#do(() => this.palette.dispatch({ type: 'type', text }))
  }

  /** An edit, Esc or an arrow cancels a pending Enter. An arrow after a queued Enter is handled after it. */
  press(chord: string): void {
    const { phase, text, queuedKeys } = this.#state
    const { chosen, picks } = this.#displayed
    if (phase === 'closed') return
    if (/Enter$/.test(chord)) this.#taken = { text, seen: [chosen] }
    else if (chord.startsWith('alt+'))
      this.#taken = { text, seen: [picks[Number(chord.slice(-1)) - 1] ?? null] }
    else if (chord !== 'Tab' && (!chord.startsWith('Arrow') || queuedKeys.length === 0)) this.#taken = null
    this.#do(() => this.palette.press(chord))
  }

  click(place: number): void {
    const row = this.#displayed.rows[place]
    if (!row || this.#state.phase === 'closed') return
    this.#taken = { text: this.#state.text, seen: [row.id] }
    this.#do(() => this.palette.dispatch({ type: 'take', row, where: 'here' }))
  }

  focus(focused: boolean): void {
    this.#do(() => this.palette.dispatch({ type: 'focus', focused }))
  }

  painted(): void {
    this.#do(() => this.palette.dispatch({ type: 'painted' }))
  }

  frame(): void {
    this.#do(() => this.palette.dispatch({ type: 'frame' }))
  }

  /** Commits a render, which the user can see from then on. */
  show(): void {
    if (this.#state.phase === 'closed') return
    this.#do(() => this.palette.show())
    const { shown } = this.#state
    const rows = this.palette.groups.flatMap((group) => group.rows)
    this.#displayed = { chosen: shown.chosen, rows, picks: shown.picks }
  }

  /** Responds to any request, however old. */
  respond(which: number, fate: 'truth' | 'failed'): void {
    const request = this.requests[which % Math.max(1, this.requests.length)]
    if (request) this.#answer(request, fate)
  }

  search(text: string, count: number): void {
    const records = RECORDS.slice(0, count)
    const search = { about: text, state: 'found' as const, records }
    this.#do(() => this.palette.dispatch({ type: 'responded', responses: { search } }))
  }

  /** Responds to all requests. A pending Enter then opens its record, if there is one. */
  settle(): void {
    const { text, enter } = this.#state
    const question = questionOf(queryOf(this.#state))
    const request = this.requests.findLast((one) => one.question === question)
    if (enter === null || enter === 'failed') return
    if (!request) this.wrong.push(`Enter waits for ${text}, which was never requested`)
    else {
      const before = this.opened
      this.#answer(request, 'truth')
      const expected = existing(request.code) ? 1 : 0
      if (this.opened - before !== expected) this.wrong.push(`Enter on ${text} opened nothing`)
    }
  }

  #answer({ question, code }: { question: string; code: string }, fate: 'truth' | 'failed'): void {
    const record = existing(code)
    const truth: CodeAnswer = record ? { state: 'found', record } : { state: 'missing' }
    const answer: CodeAnswer = fate === 'failed' ? { state: 'failed' } : truth
    const responses = { code: { about: question, answer } }
    this.#do(() => this.palette.dispatch({ type: 'responded', responses }))
    if (answer.state === 'found') this.index.add(answer.record.code)
  }

  #do(act: () => void): void {
    act()
    this.#judge()
    this.#request()
    if (this.#state.phase === 'closed') this.#displayed = NOTHING_DISPLAYED
  }

  /** Asserts that an opened record is the row displayed as chosen, or has exactly the typed code. */
  #judge(): void {
    for (const effect of this.palette.done.splice(0)) {
      const taken = this.#taken
      this.#taken = null
      if (effect.do === 'open') {
        this.opened += 1
        const isTyped = taken !== null && isSame(effect.record.code, codeIn(taken.text))
        if (!isTyped && !taken?.seen.includes(`order:${effect.record.code}`)) {
          this.wrong.push(`opened ${effect.record.code}, meant ${JSON.stringify(taken)}`)
        }
      } else if (taken === null) this.wrong.push(`${effect.do} without a key`)
    }
  }

  /** Requests the code of the rows once, like the component does after a commit. */
  #request(): void {
    const { sources, attempt, phase } = this.#state
    const query = queryOf(this.#state)
    const question = questionOf(query)
    const isKnown = sources?.matches.some(({ record }) => isSame(record.code, query.code ?? ''))
    const id = phase === 'closed' || isKnown || question === null ? '' : `${question} ${attempt}`
    if (id !== '' && id !== this.#requested && query.code !== null && question !== null) {
      this.requests.push({ question, code: query.code })
    }
    this.#requested = id
  }
}

/** The judge reads texts by itself, so that a mistake in the palette's own reading is found. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const begins = (text: string, beginning: string) => text.toLowerCase().startsWith(beginning.toLowerCase())
/** The code that a text means: without the sign of its scope and spaces at its ends. */
const codeIn = (text: string) => text.trim().replace(/^[#@]/, '').trim()

const existing = (code: string) => RECORDS.find((record) => isSame(record.code, code)) ?? null

function bandOf({ code, name }: IndexedRecord, text: string) {
  if (text === '') return null
  if (isSame(code, text)) return 'exact-code'
  if (begins(code, text)) return 'code-prefix'
  return begins(name, text) ? 'name-starts' : null
}

/** Rows in the real order: the exact code, matches, commands, results of the server. */
function rowsOf(state: PaletteState): ResultRow[] {
  const { sources, subject, responses } = state
  const { search } = responses
  const query = queryOf(state)
  const { text, code } = query
  const command = text === '' || begins('pack order items', text) ? [PACK_ROW] : []
  if (!sources || subject) return command
  const isExact = ({ band }: { band: string }) => band === 'exact-code'
  const matches = sources.matches.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)))
  const answer = answerFor(state)
  const found = answer?.state === 'found' ? answer.record : null
  const own = matches.map(({ record }) => recordRow(record.code))
  const late = own.length > 0
  const asked = found ? [recordRow(found.code, { late })] : late || answer?.state === 'missing' ? [] : null
  const exact = code === null || matches.some(isExact) ? [] : (asked ?? [codeRow(code)])
  const drawn = [...exact, ...own]
  const remote = search?.about === sources.text ? search.records : []
  const remoteRows = remote
    .map(({ code: one }) => recordRow(one))
    .filter(({ id }) => drawn.every((row) => row.id !== id))
  const server =
    text === '' ? [] : [{ ...SERVER_ROW, others: search?.about === sources.text ? remoteRows.length : null }]
  return [...drawn, ...command, ...server, ...remoteRows]
}

class Action implements fc.Command<object, Race> {
  readonly #words: string
  readonly #act: (race: Race) => void

  constructor(words: string, act: (race: Race) => void) {
    this.#words = words
    this.#act = act
  }

  check(): boolean {
    return true
  }

  run(_: object, race: Race): void {
    this.#act(race)
    if (race.wrong.length > 0) throw new Error(race.wrong.join('; '))
  }

  toString(): string {
    return this.#words
  }
}

const action = (words: string, act: (race: Race) => void) => new Action(words, act)
const texts = fc.constantFrom(
  ...RECORDS.map(({ code }) => code),
  '#1048',
  '@104',
  '10',
  '1',
  'so-1045',
  '10489',
  'wha',
  'whan',
  'pack',
  '',
)
const codes = fc.constantFrom(...RECORDS.map(({ code }) => code))
const often = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary })

/** The possible actions of user, server and browser, in any order. */
const actions = fc.oneof(
  often(
    2,
    texts.map((text) => action(`open(${text})`, (race) => race.open(text))),
  ),
  often(
    4,
    texts.map((text) => action(`replace(${text})`, (race) => race.replace(text))),
  ),
  often(
    4,
    fc
      .constantFrom('1', '0', '4', '8', '2', ' ')
      .map((text) => action(`type(${text})`, (race) => race.type(text))),
  ),
  often(
    3,
    codes.map((code) => action(`type(${code} Enter)`, (race) => race.typeAhead(code))),
  ),
  often(
    12,
    fc
      .constantFrom(
        'Enter',
        'Enter',
        'Enter',
        'mod+Enter',
        'Backspace',
        'ArrowDown',
        'ArrowDown',
        'ArrowUp',
        'alt+1',
        'alt+2',
        'Escape',
        'Tab',
      )
      .map((chord) => action(`press(${chord})`, (race) => race.press(chord))),
  ),
  often(
    1,
    fc.nat(3).map((place) => action(`click(${place})`, (race) => race.click(place))),
  ),
  often(
    1,
    fc.boolean().map((focused) => action(`focus(${focused})`, (race) => race.focus(focused))),
  ),
  often(3, fc.constant(action('painted', (race) => race.painted()))),
  often(3, fc.constant(action('frame', (race) => race.frame()))),
  often(5, fc.constant(action('show', (race) => race.show()))),
  often(
    4,
    fc
      .tuple(fc.nat(5), fc.constantFrom('truth' as const, 'truth' as const, 'failed' as const))
      .map(([which, fate]) => action(`respond(${which}, ${fate})`, (race) => race.respond(which, fate))),
  ),
  often(
    2,
    fc
      .tuple(texts, fc.nat(4))
      .map(([text, count]) => action(`search(${text}, ${count})`, (race) => race.search(text, count))),
  ),
  often(
    2,
    codes.map((code) => action(`index(${code})`, (race) => race.index.add(code))),
  ),
  often(1, fc.constant(action('close', (race) => race.close()))),
)
