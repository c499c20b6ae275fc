import { atom } from 'jotai'
import * as z from 'zod/mini'
import { type PickRun, PickTick, type ShortageHold } from '../../../contract/pick-runs.ts'
import { counted } from '../../../domain/format/text.ts'
import { afterTick, scannedTick } from '../../../domain/orders/pick-run.ts'
import { CallError, mayHaveHappened, refusalOf } from '../../api/client.ts'
import { followPickRun, pickRunQueries, sendTick } from '../../api/pick-runs.ts'
import { queryClient } from '../../api/query-client.ts'
import { playSound } from '../../lib/sound.ts'
import { privateAtom } from '../../state/private-atom.ts'
import { store } from '../../state/store.ts'
import { notifyAbout, notifyDone } from '../../state/toasts.ts'
import { noteUndoable } from '../../state/undoables.ts'
import { workstation } from '../../state/workstation.ts'
import { ownKey } from '../../storage/drafts.ts'
import { jsonStorage } from '../../storage/json-storage.ts'

/** A change of a line that the server has not confirmed. */
const Unsaved = z.object({ run: z.string(), at: z.number(), tick: PickTick })
type Unsaved = z.output<typeof Unsaved>

/** How the changes of a run are sent: one after another, or again after a while because the server did not answer. */
type Sending = 'idle' | 'sending' | 'waiting'

interface Picking {
  /** In the order in which they were made. */
  unsaved: readonly Unsaved[]
  sending: Sending
  /** What is said above the lines; null for nothing. */
  alert: string | null
}

const NOTHING: Picking = { unsaved: [], sending: 'idle', alert: null }

/** What this tab has changed in runs. It outlives the screen, and the changes outlive the tab (RUN-5). */
export const pickingAtom = privateAtom(NOTHING)

const storage = jsonStorage(Unsaved)
/** Each change has a key of its own, so that two tabs never overwrite each other's. The server counts each once. */
const PREFIX = 'pick-tick/'
const keyOf = ({ tick }: Unsaved) => ownKey(PREFIX + tick.tick)

function change(parts: Partial<Picking>): void {
  store.set(pickingAtom, (picking) => ({ ...picking, ...parts }))
}

/** A run as it will be once all changes of this tab are saved, and the lines that have some. */
export const shownRun = (run: PickRun, unsaved: readonly Unsaved[]) => {
  const ids = new Set<string>()
  const lines = unsaved.reduce((before, { tick, run: of }) => {
    if (of !== run.id) return before
    ids.add(tick.line)
    return before.map((line) => {
      const after = line.id === tick.line ? afterTick(line, tick, run) : line
      return 'refused' in after ? line : after
    })
  }, run.lines)
  return { run: { ...run, lines }, unsaved: ids }
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
    refuse(after.refused)
    return
  }
  if (after === line) return
  const made: Unsaved = { run: id, at: Date.now(), tick }
  storage.setItem(keyOf(made), made)
  change({ unsaved: [...store.get(pickingAtom).unsaved, made], alert: null })
  if (workstation().sound) playSound('right')
  void sendUnsaved()
}

/** Counts what was scanned. */
export function scanForRun(id: string, text: string): string | null {
  const run = currentRun(id)
  if (!run) return null
  const scanned = scannedTick(run, text)
  if ('wrong' in scanned) {
    refuse(scanned.wrong)
    return null
  }
  tickLine(id, { kind: 'add', ...scanned })
  return scanned.line
}

function refuse(alert: string): void {
  change({ alert })
  if (workstation().sound) playSound('wrong')
}

export function clearPickAlert(): void {
  change({ alert: null })
}

/** Takes up the changes of an earlier tab or visit that were not saved, and sends all again. */
export function resumeUnsaved(): void {
  const known = new Set(store.get(pickingAtom).unsaved.map(({ tick }) => tick.tick))
  const kept = Object.keys(localStorage)
    .filter((key) => key.startsWith(ownKey(PREFIX)))
    .flatMap((key) => storage.getItem(key, null) ?? [])
    .filter(({ tick }) => !known.has(tick.tick))
    .sort((one, other) => one.at - other.at)
  if (kept.length > 0) change({ unsaved: [...store.get(pickingAtom).unsaved, ...kept] })
  void sendUnsaved()
}

/** Milliseconds until a change that got no answer is sent again, at the latest. */
const AGAIN_MS = 4_000
/** Too many requests: the server answers later. */
const TOO_MANY = 429
/** The session has ended: the changes wait until the user has signed in and opens the run again. */
const SIGNED_OUT = 401

/** Sends the changes one after another. One without an answer is sent again; a refused one is said and dropped. */
async function sendUnsaved(): Promise<void> {
  if (store.get(pickingAtom).sending !== 'idle') return
  change({ sending: 'sending' })
  for (let [next] = store.get(pickingAtom).unsaved; next; [next] = store.get(pickingAtom).unsaved) {
    const outcome = await sendOne(next)
    if (outcome === 'later') break
    if (outcome === 'again') {
      change({ sending: 'waiting' })
      await untilAgain()
      change({ sending: 'sending' })
      continue
    }
    settle(next, outcome)
  }
  change({ sending: 'idle' })
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
  refuse(refusal)
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

/** Whether changes of a run wait to be saved although they were sent. */
export const waitsToSaveAtom = atom((get) => {
  const { sending, unsaved } = get(pickingAtom)
  return sending === 'waiting' && unsaved.length > 0
})
