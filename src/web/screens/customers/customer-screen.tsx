import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import type { Customer } from '../../../contract/customers.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { DEFAULT_PRICING, shownPricing } from '../../../domain/records/customer-pricing.ts'
import { customerQueries } from '../../api/customers.ts'
import { recordAnswer } from '../../api/record-answer.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { RecordFrame, RecordTitle } from '../../record/record-frame.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { useOpened } from '../../record/use-opened.ts'
import { useTrail } from '../../record/use-record-navigation.ts'
import { useRecordTarget } from '../../record/use-record-target.ts'
import { paths } from '../../routing/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { CustomerOrders } from '../orders/customer-orders-list.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { customersTrail } from './customer-trail.ts'

const customerPath = (code: string, tab?: string) =>
  paths.record('customer', code, tab === 'orders' ? 'orders' : undefined)

/** Fixed to retail (section 2). */
const PRICING = shownPricing(DEFAULT_PRICING)

/** One customer (section 2). */
export function CustomerScreen() {
  const { code = '' } = useParams()
  const answer = recordAnswer(useQuery(customerQueries.detail(code)))
  const { record: customer, state } = answer
  const trail = useTrail(customersTrail, code)

  useRecordTarget({ kind: 'customer', code, loading: state === 'loading', trail, path: customerPath })
  useCommandTarget('customer', customer)
  useOpened('customer', customer?.code)

  return (
    <RecordFrame
      list="Customers"
      trail={trail}
      title={
        <RecordTitle noun="Customer" code={`#${code}`}>
          {state !== 'missing' && <Badge tone={PRICING.tone}>{PRICING.label}</Badge>}
          <span className="ml-auto flex items-center gap-2">
            <CommandButton id="customer.edit" />
          </span>
        </RecordTitle>
      }
      answer={answer}
      missing={MESSAGES.customerDetails}
      failed={MESSAGES.customerDetails}
    >
      {customer && <CustomerTabs key={code} customer={customer} />}
    </RecordFrame>
  )
}

function CustomerTabs({ customer }: { customer: Customer }) {
  const { code } = customer
  const path = useCallback((name: string) => customerPath(code, name), [code])
  return (
    <RecordTabs
      path={path}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'customer.details',
          content: <CustomerDetails customer={customer} />,
        },
        {
          name: 'orders',
          title: 'Orders',
          command: 'customer.orders',
          content: <CustomerOrders code={code} />,
          fills: true,
        },
      ]}
    />
  )
}
