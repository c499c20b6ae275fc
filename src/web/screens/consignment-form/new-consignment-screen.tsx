import { FormCrumb } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { ConsignmentForm } from './consignment-form.tsx'

/** The form for a consignment of an invoice that this system does not have (FRT-1). */
export function Component() {
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <FormCrumb title="Consignments" path={paths.list('consignment')} />
      <div className="shrink-0 border-b border-line px-4 pb-3">
        <h1 className="text-title max-sm:sr-only">New Consignment</h1>
        <p className="mt-0.5 text-fg-2">
          Use this form to create a consignment for an Infusion invoice that isn't yet showing in this system.
        </p>
      </div>
      <div className="scroll-pane p-4 max-sm:p-3">
        <ConsignmentForm order={null} />
      </div>
    </div>
  )
}
