import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { nonBlank } from '../../../domain/format/absent.ts'
import { branchLabel } from '../../../domain/freight/branch.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierOrderCode } from '../../../domain/records/record-code.ts'
import { recordAnswer } from '../../api/record-answer.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { RecordFrame, RecordTitle } from '../../record/record-frame.tsx'
import { useOpened } from '../../record/use-opened.ts'
import { useTrail } from '../../record/use-record-navigation.ts'
import { useRecordTarget } from '../../record/use-record-target.ts'
import { paths } from '../../routing/paths.ts'
import { useOwnTitle } from '../../state/own-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'
import { SupplierOrderDetails } from './supplier-order-details.tsx'
import { supplierOrdersTrail } from './supplier-order-trail.ts'

const orderPath = (id: string) => paths.record('supplier-order', id)

/** One supplier order (section 2), painted at once with what the list has of it. */
export function SupplierOrderScreen() {
  const { id = '' } = useParams()
  const answer = recordAnswer(useQuery(supplierQueries.order(id)))
  const { record: order, state } = answer
  const trail = useTrail(supplierOrdersTrail, id)
  const code = order && supplierOrderCode(order)

  useRecordTarget({ kind: 'supplier-order', code: id, loading: state === 'loading', trail, path: orderPath })
  useCommandTarget('supplier-order', order)
  useOpened('supplier-order', code ?? undefined)
  useOwnTitle(code && `PO # ${code}`)

  return (
    <RecordFrame
      list="Supplier Orders"
      trail={trail}
      title={
        <RecordTitle noun="PO #" code={code ?? id}>
          {order && (
            <>
              <SupplierOrderBadge order={order} />
              {nonBlank(order.branch) && <Badge>{branchLabel(order.branch)}</Badge>}
              <span className="ml-auto">
                <CommandMenu label="Options" ids={['supplier-order.copy-code']} />
              </span>
            </>
          )}
        </RecordTitle>
      }
      answer={answer}
      missing={MESSAGES.supplierOrderDetails}
      failed={MESSAGES.supplierOrderDetails}
    >
      {order && (
        <div key={id} className="scroll-pane mt-1.5 border-t border-line p-4 max-sm:p-3">
          <SupplierOrderDetails order={order} />
        </div>
      )}
    </RecordFrame>
  )
}
