import { useEffect, useState } from 'react'
import { closeDialog } from '../../state/dialogs.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { keptRun } from './bulk-memory.ts'
import { forgetOpenDialog } from './dialog-memory.ts'

/** What came of a run over several orders that was cut short. Nothing runs before somebody says so. */
export function BulkOutcome() {
  const [kept] = useState(keptRun)
  useEffect(() => {
    if (kept !== null) return
    forgetOpenDialog()
    closeDialog()
  }, [kept])
  return kept && <BulkDialog begin={() => kept} />
}
