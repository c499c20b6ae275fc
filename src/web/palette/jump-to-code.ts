import { commandContext } from '../commands/context.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { recordPath } from '../record-index/record-kinds.ts'
import { cancelDialog } from '../state/dialogs.ts'
import { openPaletteOn } from './palette-store.ts'

/**
 * Opens the record with a scanned code: immediately if this browser knows it, otherwise through the palette, which
 * requests it. On the ship station the code is scanned for the station.
 */
export function jumpToCode(code: string): void {
  cancelDialog()
  const { station } = commandContext().targets
  const record = recordIndex.byCode(code)
  if (station) station.scan(code)
  else if (record) commandContext().effects.navigate(recordPath(record))
  else openPaletteOn(code)
}
