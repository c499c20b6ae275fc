import type { Supplier } from '../../../contract/suppliers.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { supplierCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { ordersOfSupplierList } from './orders-of-supplier-list.tsx'
import { SupplierDetails } from './supplier-details.tsx'
import { suppliersList } from './suppliers-list.tsx'

function SupplierHead({ record: supplier }: { record: Supplier | null }) {
  if (!supplier) return null
  return (
    <>
      <span className="min-w-0 truncate text-fg-2">{nonBlank(supplier.name_legal)}</span>
      <span className="ml-auto">
        <CommandMenu label="Options" ids={['supplier.copy-code']} />
      </span>
    </>
  )
}

function SupplierBody({ id, record: supplier }: RecordProps<Supplier>) {
  return (
    <RecordTabs
      kind="supplier"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'supplier.details',
          content: <SupplierDetails supplier={supplier} />,
        },
        {
          name: 'orders',
          title: 'Orders',
          command: 'supplier.orders',
          content: <ordersOfSupplierList.Component />,
          fills: true,
        },
      ]}
    />
  )
}

/** One supplier and its purchase orders (reading 7), from the calls of the two lists. */
export const { Component } = defineRecordScreen({
  kind: 'supplier',
  list: () => suppliersList.navigation,
  query: supplierQueries.supplier,
  heading: (id, supplier) => ({ noun: 'Supplier', code: `#${supplier ? supplierCode(supplier) : id}` }),
  Head: SupplierHead,
  Body: SupplierBody,
  missing: 'Failed to find the supplier, check the supplier ID and try again.',
})
