import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { capitalised } from '../../domain/format/text.ts'
import { refusalOf } from '../api/client.ts'
import { addView } from '../api/saved-views.ts'
import { savedViewsAtom } from '../commands/context.ts'
import { CheckField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useSubmission } from '../form/use-submission.ts'
import { closeDialog, dialogAtom } from '../state/dialogs.ts'
import { notify } from '../state/toasts.ts'

const FAILED = 'Failed to save the view, please try again.'

/** Names the filters of a list. A refusal names the field, and what was typed stays. */
export function SaveViewDialog() {
  const dialog = useAtomValue(dialogAtom)
  const digit = useAtomValue(savedViewsAtom).length + 1
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const submission = useSubmission({
    label: 'the saved view',
    async action() {
      if (dialog?.name !== 'save-view') return
      await addView({ list: dialog.list, address: dialog.address, name, is_default: isDefault })
    },
    failureOf: refusalOf,
    onDone(_, here) {
      notify('success', `Saved “${name.trim()}”: press v ${digit}`)
      if (here) closeDialog()
    },
    onFailed(here) {
      if (!here) notify('error', FAILED)
    },
  })
  if (dialog?.name !== 'save-view') return null
  return (
    <FormDialog
      title="Save view"
      description={`${capitalised(dialog.list)} with the filters that are set now`}
      confirmLabel="Save view"
      failureMessage={submission.failure?.field === 'name' ? null : FAILED}
      submission={submission}
      onCancel={closeDialog}
    >
      {(errorOf) => (
        <>
          <TextField label="Name" value={name} onChange={setName} error={errorOf('name')} />
          <CheckField label="Open it after signing in" value={isDefault} onChange={setDefault} />
        </>
      )}
    </FormDialog>
  )
}
