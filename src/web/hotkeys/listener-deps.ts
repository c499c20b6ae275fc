import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import type { KeyQueue, QueuedKey, QueueEvent } from '../state/key-queue.ts'

/** The functions of the console that the listener depends on. */
export interface ListenerDeps {
  context(): CommandContext
  /** Now, in ms, on the clock of key presses. */
  now(): number
  /** The state of the one queue of keys. */
  queued(): KeyQueue
  /** Applies an event to it. Returns the key that runs now, if there is one. */
  queue(event: QueueEvent): QueuedKey | null
  /** Whether the palette is open and its input does not have the focus yet. */
  isPaletteOpening(): boolean
  /** Passes a key to the palette. Returns whether the palette took it. */
  typeAhead(stroke: Stroke): boolean
  openPalette(text: string): void
  jump(code: string): void
  run(id: CommandId): void
  /** Runs a command for a repeat of a held movement key: only its table shows the result until `endHold`. */
  runHeld(id: CommandId): void
  /** Renders the result of a held movement key. */
  endHold(): void
  showPending(pending: readonly Stroke[]): void
  notify(text: string): void
  focused(): Element | null
  /** Types a text into the focused field. */
  insertText(text: string): void
  /** Carries out a queued key that the focused element handles itself. Returns whether it could. */
  replay(stroke: Stroke): boolean
  /** Sets the value of a date field or select. `report`: also fires its change event. */
  restore(target: Element | null, value: string, report: boolean): void
  /** Fires the change event of a date field or select. */
  report(target: Element | null): void
}
