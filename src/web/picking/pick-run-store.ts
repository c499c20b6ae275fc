import { atom } from 'jotai'
import * as z from 'zod/mini'
import { type PickLine, type PickRun, PickTick, type ShortageHold } from '../../contract/pick-runs.ts'
import { counted } from '../../domain/format/text.ts'
import { afterTick, lineState, orderScanned, scannedTick } from '../../domain/orders/pick-run.ts'
import { readScan } from '../../domain/records/barcode.ts'
import { noteUnknownBarcode, type OtherMeaning, otherMeaning } from '../api/arrivals.ts'
import { CallError, mayHaveHappened, refusalOf, TOO_MANY } from '../api/client.ts'
import { followPickRun, pickRunQueries, sendTick } from '../api/pick-runs.ts'
import { queryClient } from '../api/query-client.ts'
import { playSound } from '../lib/sound.ts'
import { currentUser, privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { notify, notifyAbout, notifyDone } from '../state/toasts.ts'
import { noteUndoable } from '../state/undoables.ts'
import { workstation } from '../state/workstation.ts'
import { jsonStorage } from '../storage/json-storage.ts'

/** A change of a line that the server has not confirmed. */
const Unsaved = z.object({
  run: z.string(),
  /** The user who made it: only they send it. */
  by: z.string(),
  at: z.number(),
  tick: PickTick,
  /**
   * The line as it is shown after it. The change itself is not applied to the line as it is read again: its answer may
   * have been lost after it was carried out.
   */
  after: z.object({ found: z.number(), is_short: z.boolean(), revision: z.int() }),
})
type Unsaved = z.output<typeof Unsaved>

/** What is said above the lines of a run. */
export interface PickAlert {
  id: string
  run: string
  /** The line whose change the server refused; null for a scan that was wrong, which the next change clears. */
  line: string | null
  text: string
  /** The scanned bar code if no product has it, which can be noted for Arrivals. */
  unknown?: string
}

interface Picking {
  /** In the order in which they were made. */
  unsaved: readonly Unsaved[]
  /**
   * The lines whose changes are being sent, one after another, or wait to be sent again because the server did not answer.
   */
  sending: Readonly<Record<string, 'sending' | 'waiting'>>
  alerts: readonly PickAlert[]
}

export const NOTHING_PICKED: Picking = { unsaved: [], sending: {}, alerts: [] }

/** What this tab has changed in runs. It outlives the screen, and the changes outlive the tab (RUN-5). */
export const pickingAtom = privateAtom(NOTHING_PICKED)

const storage = jsonStorage(Unsaved)
/**
 * Each change has a key of its own, so that two tabs never overwrite each other's. The server counts each once. Sign-out
 * leaves them, unlike drafts: they have no data of customers, and the goods have been fetched.
 */
const prefixOf = (user: string) => `pick-tick:${user}:`
const keyOf = ({ by, tick }: Unsaved) => prefixOf(by) + tick.tick

function change(parts: Partial<Picking>): void {
  store.set(pickingAtom, (picking) => ({ ...picking, ...parts }))
}

/** The id of the run on screen; null for none. */
export const runOnScreenAtom = atom<string | null>(null)

/** A run as it will be once all changes of this tab are saved, and the lines that have some. */
export const shownRun = (run: PickRun, unsaved: readonly Unsaved[]) => {
  const changed = new Map(unsaved.flatMap((one) => (one.run === run.id ? [[one.tick.line, one.after]] : [])))
  const lines = run.lines.map((line): PickLine => ({ ...line, ...changed.get(line.id) }))
  return { run: { ...run, lines }, unsaved: new Set(changed.keys()) }
}

/** The run as it is shown now; null if it is not loaded. */
function currentRun(id: string): PickRun | null {
  const run = queryClient.getQueryData(pickRunQueries.run(id).queryKey)
  return run ? shownRun(run, store.get(pickingAtom).unsaved).run : null
}

/** A change without its id. */
export type LineChange =
  | Pick<Extract<PickTick, { kind: 'add' }>, 'kind' | 'line' | 'amount'>
  | Pick<Extract<PickTick, { kind: 'set' }>, 'kind' | 'line' | 'found' | 'is_short'>

/** Changes a line: shown at once, kept, and sent. What the line refuses is said and not sent. */
export function tickLine(id: string, wanted: LineChange): void {
  const run = currentRun(id)
  const line = run?.lines.find((one) => one.id === wanted.line)
  if (!run || !line) return
  const tick: PickTick =
    wanted.kind === 'add'
      ? { ...wanted, tick: crypto.randomUUID() }
      : { ...wanted, tick: crypto.randomUUID(), revision: line.revision }
  const after = afterTick(line, tick, run)
  if ('refused' in after) {
    refuse({ run: id, line: null, text: after.refused })
    return
  }
  if (after === line) return
  const { found, is_short, revision } = after
  const made: Unsaved = {
    ...{ run: id, by: currentUser(), at: Date.now(), tick, after: { found, is_short, revision } },
  }
  storage.setItem(keyOf(made), made)
  const { unsaved, alerts } = store.get(pickingAtom)
  change({
    unsaved: [...unsaved, made],
    alerts: alerts.filter((alert) => alert.run !== id || alert.line !== null),
  })
  if (workstation().sound) playSound('right')
  void sendLine(tick.line)
}

/**
 * Counts what was scanned. The code of an order, as its sheet has it, counts nothing, even if it reads as a number and the
 * code of a product.
 * @returns the line to go to; null for none
 */
export function scanForRun(id: string, text: string): string | null {
  const run = currentRun(id)
  if (!run) return null
  const order = orderScanned(run, text)
  if (order !== null) {
    refuse({ run: id, line: null, text: `${order} is an order of this run: scan its products` })
    const own = run.lines.filter(({ parts }) => parts.some((part) => part.order === order))
    return (own.find((line) => lineState(line, run) === 'open') ?? own[0])?.id ?? null
  }
  const scanned = scannedTick(run, text)
  if ('wrong' in scanned) {
    const alert = refuse({ run: id, line: null, text: scanned.wrong })
    if (scanned.isOther) void sayMeaning(alert, text.trim())
    return null
  }
  tickLine(id, { kind: 'add', ...scanned })
  return scanned.line
}

/** Says why a change counts nothing: above the lines of its run, or wherever the user is. */
function refuse(refused: Omit<PickAlert, 'id'>): string | null {
  if (workstation().sound) playSound('wrong')
  if (store.get(runOnScreenAtom) !== refused.run) {
    notifyAbout([], 'error', `Pick run ${refused.run}: ${refused.text}`)
    return null
  }
  const id = crypto.randomUUID()
  const others = store
    .get(pickingAtom)
    .alerts.filter(({ run, line }) => run !== refused.run || line !== refused.line)
  change({ alerts: [...others, { ...refused, id }] })
  return id
}

/** Says of a code that is in no line which product it is, or that its bar code is unknown (SHIP-4). */
async function sayMeaning(alert: string | null, code: string): Promise<void> {
  const meaning = await otherMeaning(code)
  const parts = partsOf(meaning, code)
  change({
    alerts: store.get(pickingAtom).alerts.map((one) => (one.id === alert ? { ...one, ...parts } : one)),
  })
}

function partsOf(meaning: OtherMeaning, code: string): Partial<PickAlert> {
  switch (meaning.is) {
    case 'nothing':
      return {}
    case 'product':
      return { text: `${code} is ${meaning.code}, which is not in this run` }
    case 'several':
      return { text: meaning.reason }
    case 'unknown-barcode': {
      // Without the lot and the serial number of the symbol.
      const unknown = readScan(code)?.code ?? code
      return { text: `Unknown bar code ${unknown}`, unknown }
    }
  }
}

/** Notes an unknown bar code for Arrivals, where a person finds out whose it is. */
export async function noteScanned({ id, run, unknown }: PickAlert): Promise<void> {
  if (unknown === undefined) return
  closePickAlert(id)
  notify(...(await noteUnknownBarcode(unknown, { pick_run: run })))
}

export function closePickAlert(id: string): void {
  change({ alerts: store.get(pickingAtom).alerts.filter((alert) => alert.id !== id) })
}

/** Takes up the user's changes of an earlier tab or visit that were not saved, and sends all again. */
export function resumeUnsaved(): void {
  const known = new Set(store.get(pickingAtom).unsaved.map(({ tick }) => tick.tick))
  const user = currentUser()
  const kept = Object.keys(localStorage)
    .filter((key) => user !== '' && key.startsWith(prefixOf(user)))
    .flatMap((key) => storage.getItem(key, null) ?? [])
    .filter(({ tick }) => !known.has(tick.tick))
    .sort((one, other) => one.at - other.at)
  if (kept.length > 0) change({ unsaved: [...store.get(pickingAtom).unsaved, ...kept] })
  for (const { tick } of store.get(pickingAtom).unsaved) void sendLine(tick.line)
}

/** Milliseconds until a change that got no answer is sent again, at the latest. */
const AGAIN_MS = 4_000
/** The session has ended: the changes wait until the user has signed in again. */
const SIGNED_OUT = 401

/**
 * Sends the changes of a line one after another; those of other lines do not wait for them. One without an answer is sent
 * again; a refused one is said and dropped.
 */
async function sendLine(line: string): Promise<void> {
  if (store.get(pickingAtom).sending[line]) return
  const next = () => store.get(pickingAtom).unsaved.find(({ tick }) => tick.line === line)
  noteSending(line, 'sending')
  for (let one = next(); one; one = next()) {
    const outcome = await sendOne(one)
    if (outcome === 'later') break
    if (outcome === 'again') {
      noteSending(line, 'waiting')
      await untilAgain()
      continue
    }
    settle(one, outcome)
    noteSending(line, 'sending')
  }
  noteSending(line, null)
}

function noteSending(line: string, how: 'sending' | 'waiting' | null): void {
  const { [line]: _, ...others } = store.get(pickingAtom).sending
  change({ sending: how === null ? others : { ...others, [line]: how } })
}

/** Resolves when no change of a run is being sent: whether all are saved or refused. False if some wait for the server. */
export function allSaved(run: string): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const { unsaved, sending } = store.get(pickingAtom)
      const own = unsaved.filter((one) => one.run === run)
      if (own.some(({ tick }) => sending[tick.line] === 'sending')) return
      stop()
      resolve(own.length === 0)
    }
    const stop = store.sub(pickingAtom, check)
    check()
  })
}

/** Waits for a while, or until the network is back. */
function untilAgain(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, AGAIN_MS)
    window.addEventListener('online', done)
  })
}

/** Sends a change. Returns null if it is saved, 'again' or 'later' if it must be sent again, otherwise why it is refused. */
async function sendOne({ run, tick }: Unsaved): Promise<string | null> {
  try {
    report(await sendTick(run, tick))
    return null
  } catch (error) {
    const status = error instanceof CallError ? error.status : 0
    if (status === SIGNED_OUT) return 'later'
    if (mayHaveHappened(error) || status === TOO_MANY) return 'again'
    return refusalOf(error).reason ?? 'The change could not be saved.'
  }
}

/** Forgets a change that was saved, or was refused for a reason. */
function settle(done: Unsaved, refusal: string | null): void {
  storage.removeItem(keyOf(done))
  change({ unsaved: store.get(pickingAtom).unsaved.filter((one) => one !== done) })
  if (refusal === null) return
  refuse({ run: done.run, line: done.tick.line, text: refusal })
  followPickRun({ code: done.run })
}

/** Says which orders a shortage has put on hold, which it holds no longer, and where that was refused. */
function report(holds: readonly ShortageHold[]): void {
  const done = holds.filter(({ reason }) => reason === null)
  reportDone(
    done.filter(({ is_released }) => !is_released),
    { step: 'The hold', tone: 'warning', words: 'On hold' },
  )
  reportDone(
    done.filter(({ is_released }) => is_released),
    { step: 'The release', tone: 'success', words: 'No longer on hold' },
  )
  for (const { order, reason, is_released } of holds) {
    const what = is_released ? 'released' : 'put on hold'
    if (reason !== null) notifyAbout([order], 'error', `Order ${order} is not ${what}. ${reason}`)
  }
}

interface HoldWords {
  step: string
  tone: 'warning' | 'success'
  words: string
}

function reportDone(holds: readonly ShortageHold[], { step: name, tone, words }: HoldWords): void {
  if (holds.length === 0) return
  const codes = holds.map(({ order }) => order)
  const [only, ...others] = codes
  const what = others.length === 0 ? `order ${only}` : counted(codes.length, 'order')
  const undoable = noteUndoable(
    `${name} of ${what}`,
    codes,
    holds.map(({ step }) => step),
  )
  notifyDone(codes, tone, `${words}: ${codes.join(', ')}`, undoable)
}

/** Whether changes wait to be saved although they were sent. */
export const waitsToSaveAtom = atom((get) => Object.values(get(pickingAtom).sending).includes('waiting'))
