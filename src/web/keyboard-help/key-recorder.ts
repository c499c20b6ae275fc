import { type KeyboardEvent, useState } from 'react'
import { nameOf } from '../../../commands/engine/keymap.ts'
import { strokeOfEvent } from '../commands/key-press.ts'

export interface KeyRecorder {
  /** The keys pressed so far, as a binding names them, blank before the first; null while nothing is recorded. */
  recorded: string | null
  start(): void
  leave(): void
  /** What a pressed key does. Tab stays the browser's, so that nobody is caught. */
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Records a key as it is pressed: one stroke, or two in turn. Enter saves it when it may be, Backspace begins again,
 * Esc leaves.
 * @param save keeps the key; false when it cannot be had
 * @param mayGoOn whether another stroke may make a sequence of a key; else it begins again
 */
export function useKeyRecorder(
  save: (key: string) => boolean,
  mayGoOn: (key: string) => boolean,
): KeyRecorder {
  const [recorded, setRecorded] = useState<string | null>(null)
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

/** A second stroke makes a sequence of the first, a third begins again; so does one with Ctrl or its like. */
function continued(recorded: string, stroke: string): string {
  const goesOn = recorded !== '' && !/ |\w\+./.test(recorded) && !/\w\+./.test(stroke)
  return goesOn ? `${recorded} ${stroke}` : stroke
}
