import { atom } from 'jotai'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHotkeys } from 'react-hotkeys-hook'
import { isShiftedDigit, type Stroke } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import { commandContext } from '../commands/context.ts'
import { isField, strokeOfEvent } from '../commands/key-press.ts'
import { keyQueueAtom } from '../commands/key-queue.ts'
import { runCommand } from '../commands/run.ts'
import { targetsAtom, typingAtom } from '../commands/targets.ts'
import { jumpToCode } from '../palette/jump-to-code.ts'
import { openPalette, paletteOpenAtom, paletteReadyAtom } from '../palette/palette-store.ts'
import { typeAhead } from '../palette/type-ahead.ts'
import { isLocationPendingAtom, useCommittedLocation } from '../routing/location.ts'
import { store } from '../state/store.ts'
import { takeEarlyCode } from './early-keys.ts'
import { Listener } from './listener.ts'

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
    isScreenPending: () => store.get(isLocationPendingAtom),
    isPaletteOpening: () => store.get(paletteOpenAtom) && !store.get(paletteReadyAtom),
    typeAhead,
    openPalette: typeOnScreen,
    jump: jumpToCode,
    // Rendered at once, because a second key of the same event must act on the result of the first.
    run: (id) => flushSync(() => runByKey(id)),
    showPending: (pending) => store.set(pendingAtom, pending),
    focused: () => document.activeElement,
    giveBack: ({ stroke, target }) => {
      const event = new KeyboardEvent('keydown', {
        key: stroke.character ?? '',
        ...(isShiftedDigit(stroke) && { shiftKey: true, code: `Digit${stroke.chord.at(-1)}` }),
        bubbles: true,
        cancelable: true,
      })
      givenBack.add(event)
      flushSync(() => target?.dispatchEvent(event))
    },
    restore,
    report,
  })
}

/** Text typed outside of fields opens the palette with it; at the ship station it goes into the scan field. */
function typeOnScreen(text: string): void {
  const { station } = commandContext().targets
  if (station) station.type(text)
  else openPalette(text)
}

/** Types a code that was begun before the console listened, so that the palette has all of it. */
function typeEarlyCode(): void {
  for (const stroke of takeEarlyCode(performance.now())) {
    if (store.get(paletteOpenAtom)) typeAhead(stroke)
    else if (stroke.character !== null) typeOnScreen(stroke.character)
  }
}

/** Dispatched events of keys that were withheld. The listener ignores them, because it has handled these keys. */
const givenBack = new WeakSet<Event>()

function restore(target: Element | null, value: string, tellForm: boolean): void {
  if (target === null) return
  // Through the prototype's setter: React ignores a value that is set on the element itself.
  Reflect.set(Object.getPrototypeOf(target), 'value', value, target)
  if (tellForm) report(target)
}

function report(target: Element | null): void {
  target?.dispatchEvent(new Event('change', { bubbles: true }))
}

function runByKey(id: CommandId): void {
  const { menu } = commandContext().targets
  if (menu) menu.choose(id)
  else runCommand(id, 'key')
}

/** Mounts the only key listener of the console. Also records the committed location and whether a field has the focus. */
export function Hotkeys() {
  const [listener] = useState(createListener)
  useHotkeys(
    '*',
    (event) => {
      const stroke = strokeOfEvent(event)
      if (!stroke || givenBack.has(event)) return
      const verdict = listener.press(
        stroke,
        event.target instanceof Element ? event.target : null,
        event.timeStamp,
      )
      if (verdict !== 'leave') event.preventDefault()
      if (verdict === 'stop') event.stopPropagation()
    },
    OPTIONS,
  )
  useCommittedLocation()
  useTyping()
  useEffect(typeEarlyCode, [])
  useEffect(() => {
    const reset = () => listener.reset()
    window.addEventListener('blur', reset)
    window.addEventListener('pointerdown', reset)
    // Deferred until after the change, because queued keys run commands, which render synchronously.
    const later = () => queueMicrotask(() => listener.screenChanged())
    const onChange = (event: Event) => {
      if (listener.withholdsChange(event.target)) event.stopPropagation()
    }
    document.addEventListener('input', onChange, { capture: true })
    document.addEventListener('change', onChange, { capture: true })
    const stops = [targetsAtom, isLocationPendingAtom].map((what) => store.sub(what, later))
    store.set(keyQueueAtom, {
      queueFor({ kind, id, code }, strokes) {
        listener.queueFor({ kind, code: id ?? code }, strokes)
        later()
      },
    })
    return () => {
      store.set(keyQueueAtom, null)
      for (const stop of stops) stop()
      reset()
      window.removeEventListener('blur', reset)
      window.removeEventListener('pointerdown', reset)
      document.removeEventListener('input', onChange, { capture: true })
      document.removeEventListener('change', onChange, { capture: true })
    }
  }, [listener])
  return null
}

/** Records whether a field has the focus. An attribute of the document fades the keycaps that do not work then. */
function useTyping(): void {
  useEffect(() => {
    const follow = () => {
      const typing = isField(document.activeElement)
      store.set(typingAtom, typing)
      document.documentElement.toggleAttribute('data-typing', typing)
    }
    // During focusout no element has the focus; the next focused element is known a microtask later.
    const followLater = () => queueMicrotask(follow)
    follow()
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', followLater)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', followLater)
    }
  }, [])
}
