import { useMemo, useState } from 'react'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useKeys } from '../../commands/key-settings.ts'
import { runCommand } from '../../commands/run.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { SelectField, TextAreaField, TextField } from '../../form/fields.tsx'
import { FormCrumb } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { useDraft } from '../../storage/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'

interface JobFields {
  customer_name: string
  phone: string
  street: string
  suburb: string
  city: string
  postcode: string
  person_responsible: StaffName | ''
  description: string
  items_required: string
}

const EMPTY: JobFields = {
  customer_name: '',
  phone: '',
  street: '',
  suburb: '',
  // The city is preset (JOB-2).
  city: 'Auckland',
  postcode: '',
  person_responsible: '',
  description: '',
  items_required: '',
}

/** The New Job form (JOB-2). No call submits it; typed text stays in its draft. */
export function Component() {
  const [job, change, clear] = useDraft('new-job', EMPTY)
  /** The fields cleared by a reset, until the user types again. */
  const [cleared, setCleared] = useState<JobFields | null>(null)
  const type = (patch: Partial<JobFields>) => {
    setCleared(null)
    change(patch)
  }
  useCommandTarget(
    'job',
    useMemo(
      () => ({
        reset() {
          setCleared(job)
          clear()
        },
      }),
      [job, clear],
    ),
  )
  const create = useKeys('job.create')
  return (
    <form
      aria-label="New Job"
      noValidate
      className="flex h-full min-h-0 flex-col bg-surface"
      onSubmit={(event) => {
        event.preventDefault()
        runCommand('job.create', 'button')
      }}
    >
      <FormCrumb title="Jobs" path={paths.jobs()} />
      <div className="flex min-h-9 shrink-0 items-center px-4 pb-1 max-sm:sr-only">
        <h1 className="text-title">New Job</h1>
      </div>
      <div className="scroll-pane @container border-t border-line p-4 max-sm:p-3">
        <div className="grid max-w-[960px] gap-4 @min-[860px]:grid-cols-2">
          <CustomerCard job={job} onChange={type} />
          <WorkCard job={job} onChange={type} />
        </div>
      </div>
      <div className="flex shrink-0 items-center justify-end gap-2 border-t border-line bg-surface-2 px-4 py-2.5">
        {cleared && (
          <Button
            variant="quiet"
            onClick={({ currentTarget: { form } }) => {
              change(cleared)
              setCleared(null)
              // The focused button is about to disappear.
              form?.querySelector('input')?.focus()
            }}
          >
            Undo reset
          </Button>
        )}
        <Button onClick={() => runCommand('job.reset', 'button')}>Reset</Button>
        <Button type="submit" variant="primary" aria-keyshortcuts={create.aria}>
          Create Job
          <CommandKeys id="job.create" className="max-sm:hidden" />
        </Button>
      </div>
    </form>
  )
}

interface PartProps {
  job: JobFields
  onChange(patch: Partial<JobFields>): void
}

const FIELDS = 'grid gap-x-3 gap-y-2.5 p-3 @min-[420px]:grid-cols-2'

/** Customer and address of the job. */
function CustomerCard({ job, onChange }: PartProps) {
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle>Customer</CardTitle>
      </CardHeader>
      <div className={FIELDS}>
        <TextField
          label="Customer name"
          value={job.customer_name}
          onChange={(customer_name) => onChange({ customer_name })}
        />
        <TextField label="Phone" type="tel" value={job.phone} onChange={(phone) => onChange({ phone })} />
        <TextField label="Street" value={job.street} onChange={(street) => onChange({ street })} />
        <TextField label="Suburb" value={job.suburb} onChange={(suburb) => onChange({ suburb })} />
        <TextField label="City" value={job.city} onChange={(city) => onChange({ city })} />
        <TextField label="Postal code" value={job.postcode} onChange={(postcode) => onChange({ postcode })} />
      </div>
    </Card>
  )
}

/** Type of work and the person responsible. */
function WorkCard({ job, onChange }: PartProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Job</CardTitle>
      </CardHeader>
      <div className="grid gap-2.5 p-3">
        <SelectField
          label="Person responsible"
          placeholder="Choose a person"
          value={job.person_responsible}
          options={STAFF_NAMES}
          labelOf={(name) => name}
          onChange={(person_responsible) => onChange({ person_responsible })}
        />
        <TextAreaField
          label="Description"
          value={job.description}
          onChange={(description) => onChange({ description })}
        />
        <TextAreaField
          label="Items required"
          value={job.items_required}
          onChange={(items_required) => onChange({ items_required })}
        />
      </div>
    </Card>
  )
}

/** The staff members that a job can be assigned to (JOB-2): seven invented names. */
export const STAFF_NAMES = [
  'Anahera Pōtiki',
  'Bríd Callaghan',
  'Dev Raman',
  'Hēmi Tūhoro',
  'Leilani Sapolu',
  'Mika Salonen',
  'Tess Varley',
] as const
type StaffName = (typeof STAFF_NAMES)[number]
