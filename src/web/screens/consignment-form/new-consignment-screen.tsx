import type { RecordTarget } from '../../../../commands/context.ts'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { RecordCrumb } from '../../table/record-crumb.tsx'
import { ConsignmentForm } from './consignment-form.tsx'

/** A record that is not there yet: of a record's keys only the way back works. */
const RECORD: RecordTarget = {
  kind: 'consignment',
  code: '',
  loading: false,
  back: paths.consignments(),
  next: null,
  previous: null,
}

/** A consignment for an invoice that this system does not have (section 2). */
export function NewConsignmentScreen() {
  useCommandTarget('record', RECORD)
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RecordCrumb title="Consignments" trail={{ ...RECORD, position: null, count: 0, page: null }} />
      <div className="shrink-0 border-b border-line px-4 pb-3">
        <h1 className="text-title">New Consignment</h1>
        <p className="mt-0.5 text-fg-2">
          Use this form to create a consignment for an Infusion invoice that isn't yet showing in this system.
        </p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 max-sm:p-3">
        <ConsignmentForm order={null} />
      </div>
    </div>
  )
}
