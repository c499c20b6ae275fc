import { type KeyboardEvent, useState } from 'react'
import { nameOf } from '../../../commands/engine/keymap.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { useLayer } from '../commands/targets.ts'

export interface KeyRecorder {
  /** The keys pressed so far, in the form of a binding, blank before the first one; null while not recording. */
  recorded: string | null
  start(): void
  leave(): void
  /** Handles a key press. Tab keeps its usual meaning, so that keyboard users can leave. */
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Records a key: one stroke, or a sequence of two. Enter saves it if it is allowed, Backspace restarts, Esc cancels.
 * @param save stores the key; returns false if it is not allowed
 * @param mayGoOn whether another stroke can extend the key to a sequence; otherwise the next stroke restarts
 */
export function useKeyRecorder(
  save: (key: string) => boolean,
  mayGoOn: (key: string) => boolean,
): KeyRecorder {
  const [recorded, setRecorded] = useState<string | null>(null)
  // As in a dialog, the keys of the page do not work meanwhile.
  useLayer('dialog', recorded !== null)
  const leave = () => setRecorded(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOfEvent(event.nativeEvent)
    if (recorded === null || !stroke || /^(shift\+)?Tab$/.test(stroke.chord)) return
    event.preventDefault()
    event.stopPropagation()
    if (stroke.repeat) return
    if (stroke.chord === 'Escape') leave()
    else if (stroke.chord === 'Backspace') setRecorded('')
    else if (stroke.chord !== 'Enter')
      setRecorded(mayGoOn(recorded) ? continued(recorded, nameOf(stroke)) : nameOf(stroke))
    else if (recorded !== '' && save(recorded)) leave()
  }
  return { recorded, start: () => setRecorded(''), leave, onKeyDown }
}

/** A second stroke makes a sequence. A third one starts again, as does any stroke with a modifier. */
function continued(recorded: string, stroke: string): string {
  const goesOn = recorded !== '' && !/ |\w\+./.test(recorded) && !/\w\+./.test(stroke)
  return goesOn ? `${recorded} ${stroke}` : stroke
}
