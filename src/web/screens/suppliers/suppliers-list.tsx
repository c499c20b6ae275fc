import type { Supplier } from '../../../contract/suppliers.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { searchedTab } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import { foundSuppliers } from './supplier-search.ts'
import { wholeRows } from './whole-rows.ts'

function SupplierPhoneRow({ supplier }: { supplier: Supplier }) {
  return (
    <PhoneRow
      code={supplierCode(supplier)}
      beside={nonBlank(supplier.name_legal) ?? ABSENT}
      second={nonBlank(supplier.website) ?? ABSENT}
    />
  )
}

/** The list of suppliers. */
export const suppliersList = defineRecordList({
  ...searchedTab((query) => paths.suppliers(undefined, query)),
  kind: 'supplier',
  noun: 'suppliers',
  title: 'Suppliers',
  rows: wholeRows(supplierQueries.list, foundSuppliers, paths.suppliers()),
  failure: MESSAGES.suppliersLoad,
  columns: supplierColumns,
  phoneRow: (supplier) => <SupplierPhoneRow supplier={supplier} />,
  menu: ['supplier.open', 'supplier.copy-code'],
})
