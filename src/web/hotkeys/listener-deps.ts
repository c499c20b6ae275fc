import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { CommandId } from '../../../commands/index.ts'
import type { Key } from './scanner.ts'

/** The functions of the console that the listener depends on. */
export interface ListenerDeps {
  context(): CommandContext
  /** Whether the router is loading a screen that React has not committed yet. */
  isScreenPending(): boolean
  /** Whether the palette is open and its input does not have the focus yet. */
  isPaletteOpening(): boolean
  /** Hands a key to the palette while it opens. Returns whether the palette took it. */
  typeAhead(stroke: Stroke): boolean
  openPalette(text: string): void
  jump(code: string): void
  run(id: CommandId): void
  showPending(pending: readonly Stroke[]): void
  focused(): Element | null
  /** Dispatches a key that was withheld from its element. */
  giveBack(key: Key): void
  /** Sets the value of a date field or select. `report`: also fires its change event. */
  restore(target: Element | null, value: string, report: boolean): void
  /** Fires the change event of a date field or select. */
  report(target: Element | null): void
}
