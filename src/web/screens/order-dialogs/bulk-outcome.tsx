import { useEffect, useState } from 'react'
import { closeDialog } from '../../state/dialogs.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { keptRun } from './bulk-memory.ts'
import { forgetOpenDialog } from './dialog-memory.ts'

/** The outcome of an interrupted run over several orders. It resumes only when the user says so. */
export function BulkOutcome() {
  const [kept] = useState(keptRun)
  useEffect(() => {
    if (kept !== null) return
    forgetOpenDialog()
    closeDialog()
  }, [kept])
  return kept && <BulkDialog begin={() => kept} />
}
