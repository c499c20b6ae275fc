import { atom } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { isSeparator, type Stroke } from '../../../commands/engine/keymap.ts'
import type { StationTarget } from '../../../commands/engine/targets.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { SEPARATOR } from '../../domain/records/barcode.ts'
import { commandContext } from '../commands/context.ts'
import { isField, strokeOfEvent } from '../commands/key-press.ts'
import { runCommand } from '../commands/run.ts'
import { paletteAccessAtom, typingAtom, withPalette } from '../commands/targets.ts'
import { useCommittedLocation } from '../routing/location.ts'
import { cancelDialog } from '../state/dialogs.ts'
import { isKeyHeldAtom } from '../state/held-key.ts'
import { dispatchQueue, keyQueueAtom } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { notify } from '../state/toasts.ts'
import { type EarlyKey, type EarlyKeys, takeEarlyKeys } from './early-keys.ts'
import { Listener } from './listener.ts'
import { createTyping, ReplayedKey, replay } from './replay.ts'

/** The strokes of an unfinished sequence: the hint bar shows the keys that can follow. */
export const pendingAtom = atom<readonly Stroke[]>([])

/** In the capture phase: a scan's Enter must be stopped before it presses a button or chooses in a menu. */
const OPTIONS = {
  enableOnFormTags: true,
  enableOnContentEditable: true,
  eventListenerOptions: { capture: true },
} as const

function createListener(): Listener {
  return new Listener({
    context: commandContext,
    now: () => performance.now(),
    queued: () => store.get(keyQueueAtom),
    queue: dispatchQueue,
    isPaletteOpening() {
      const palette = store.get(paletteAccessAtom)
      if (palette) return store.get(palette.isOpen) && !store.get(palette.isReady)
      return store.get(keyQueueAtom).waits.some(({ holds }) => holds === 'palette')
    },
    typeAhead: (stroke) => store.get(paletteAccessAtom)?.typeAhead(stroke) ?? false,
    openPalette: typeOnScreen,
    jump,
    // Rendered at once, because a second key of the same event must act on the result of the first.
    run: (id) => flushSync(() => runByKey(id)),
    runHeld(id) {
      store.set(isKeyHeldAtom, true)
      runByKey(id)
    },
    endHold() {
      if (store.get(isKeyHeldAtom)) flushSync(() => store.set(isKeyHeldAtom, false))
    },
    showPending: (pending) => store.set(pendingAtom, pending),
    focused: () => document.activeElement,
    notify: (text) => notify('info', text),
    insertText: createTyping(),
    replay,
  })
}

/** Text typed outside of fields opens the palette with it; at the ship station it goes into the scan field. */
function typeOnScreen(text: string): void {
  const { station } = commandContext().targets
  if (station) station.type(text)
  else withPalette(text, (palette) => palette.open(text))
}

/** The ship station and a pick run take a scan themselves; elsewhere it opens the record with its code. */
function jump(code: string): void {
  const { station, pickRun } = commandContext().targets
  const place = station ?? pickRun
  if (place) {
    cancelDialog()
    place.scan(code)
  } else withPalette(code, (palette) => palette.jump(code))
}

/**
 * Carries out the keys that were pressed before the console listened: a code, so that the palette or the ship station has
 * all of it, keys for the rows that the page has drawn, or those that open the palette and are typed into it.
 */
function pressEarlyKeys(listener: Listener): void {
  const context = commandContext()
  const opening = keysOf(commandById('palette.open'), context)
  const early = takeEarlyKeys(performance.now(), ({ chord }) => opening.includes(chord))
  const { station } = context.targets
  if (station) typeAtStation(station, early.all)
  else pressOnScreen(listener, early)
  for (const { stroke, at } of early.forPalette) listener.press(stroke, document.activeElement, at)
}

function pressOnScreen(listener: Listener, { code, forRows }: EarlyKeys): void {
  const first = code.findIndex(({ stroke }) => stroke.character !== null)
  for (const [index, { stroke, at }] of code.entries()) {
    if (index > first) listener.press(stroke, document.activeElement, at)
    else listener.beginText(stroke, at)
  }
  for (const { stroke, at } of forRows) listener.press(stroke, document.activeElement, at)
}

/** Does what the scan field does with keys, which no event brings it any more: Enter or Tab opens a text, Esc drops it. */
function typeAtStation(station: StationTarget, keys: readonly EarlyKey[]): void {
  let text = ''
  for (const { stroke } of keys) {
    const { chord, character } = stroke
    if (chord === 'Escape') text = ''
    else if (chord === 'Backspace') text = text.slice(0, -1)
    else if (chord !== 'Enter' && chord !== 'Tab') text += isSeparator(stroke) ? SEPARATOR : (character ?? '')
    else if (text !== '') {
      station.scan(text)
      text = ''
    }
  }
  if (text !== '') station.type(text)
}

function runByKey(id: CommandId): void {
  const { menu } = commandContext().targets
  if (menu) menu.choose(id)
  else runCommand(id, 'key')
}

/** Events that end a held movement key: what they act on must be what is marked. */
const SETTLING = ['keyup', 'pointerdown', 'focusin', 'blur'] as const

/** Mounts the only key listener of the console. Also records the committed location and whether a field has the focus. */
export function Hotkeys() {
  const [listener] = useState(createListener)
  useHotkeys(
    '*',
    (event) => {
      if (event instanceof ReplayedKey) return
      const stroke = strokeOfEvent(event)
      if (!stroke) return
      const verdict = listener.press(
        stroke,
        event.target instanceof Element ? event.target : null,
        event.timeStamp,
      )
      if (verdict !== 'leave') event.preventDefault()
      // Layers listen on the document, too: an Esc that drops waiting keys must not close them.
      if (verdict === 'stop') event.stopImmediatePropagation()
    },
    OPTIONS,
  )
  useCommittedLocation()
  // In the commit that mounts the listener: a key between it and an effect would be recorded by the page, too, and
  // carried out twice, before the keys that were pressed earlier.
  useLayoutEffect(() => {
    const ending = new AbortController()
    followFocus(ending.signal)
    pressEarlyKeys(listener)
    followPage(listener, ending.signal)
    return () => {
      ending.abort()
      listener.reset(GONE)
    }
  }, [listener])
  return null
}

const GONE = 'You have gone elsewhere'

/** Tells the listener what happens in the page besides keys. */
function followPage(listener: Listener, signal: AbortSignal): void {
  const resets = {
    blur: GONE,
    pointerdown: 'You used the mouse',
    offline: 'The network is gone',
  }
  for (const [type, reason] of Object.entries(resets)) {
    window.addEventListener(type, () => listener.reset(reason), { signal })
  }
  for (const type of SETTLING) {
    window.addEventListener(type, () => listener.settle(), { capture: true, signal })
  }
  const onPaste = (event: ClipboardEvent) => {
    const waits = listener.paste(event.clipboardData?.getData('text') ?? '', event.timeStamp)
    if (waits) event.preventDefault()
    if (waits) event.stopPropagation()
  }
  document.addEventListener('paste', onPaste, { capture: true, signal })
  // After the commit that ended a wait, because queued keys run commands, which render synchronously.
  const stop = store.sub(keyQueueAtom, () => queueMicrotask(() => listener.runQueued()))
  signal.addEventListener('abort', stop)
}

/** Records whether a field has the focus. An attribute of the document fades the keycaps that do not work then. */
function followFocus(signal: AbortSignal): void {
  const follow = () => {
    const typing = isField(document.activeElement)
    store.set(typingAtom, typing)
    document.documentElement.toggleAttribute('data-typing', typing)
  }
  follow()
  document.addEventListener('focusin', follow, { signal })
  // During focusout no element has the focus; the next focused element is known a microtask later.
  document.addEventListener('focusout', () => queueMicrotask(follow), { signal })
}
