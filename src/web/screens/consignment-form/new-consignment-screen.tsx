import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { CommandKeys } from '../../command-ui/command-keys.tsx'
import { useKeys } from '../../command-ui/key-settings.ts'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { ConsignmentForm } from './consignment-form.tsx'

/** A consignment for an invoice that this system does not have (section 2). */
export function NewConsignmentScreen() {
  const { aria } = useKeys('record.back')
  const record = useMemo(
    () => ({ kind: 'consignment' as const, code: '', loading: false, back: paths.consignments(), next: null, previous: null }),
    [],
  )
  useCommandTarget('record', record)
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex h-8 shrink-0 items-center gap-2 pt-1.5 pr-4 pl-3.5 text-small text-fg-2">
        <Link
          to={paths.consignments()}
          aria-keyshortcuts={aria}
          className="inline-flex items-center gap-1 rounded-s font-medium hover:text-fg max-sm:min-h-11"
        >
          <ArrowLeft className="icon-14" aria-hidden="true" />
          Consignments
        </Link>
        <CommandKeys id="record.back" className="max-sm:hidden" />
      </div>
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
