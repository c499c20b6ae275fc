import { useQuery } from '@tanstack/react-query'
import type { CommandId } from '../../../../commands/index.ts'
import type { Supplier } from '../../../contract/suppliers.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierCode } from '../../../domain/records/record-code.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { useListRows } from '../../list/use-list-rows.ts'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import { foundSuppliers } from './supplier-search.ts'
import { useWholeList } from './use-whole-list.ts'
import { WholeList } from './whole-list.tsx'

const BARE = paths.suppliers()
const OPTIONS: readonly CommandId[] = ['supplier.open', 'supplier.copy-code']
/** What the head offers for this list. */
const COMMANDS: readonly CommandId[] = ['supplier.new']
const idOf = (supplier: Supplier) => supplier.id
const recordPath = (id: string) => paths.record('supplier', id)
const linkOf = (supplier: Supplier) => paths.record('supplier', supplier.id)
const searchPath = (query: string) => paths.suppliers(undefined, query)

const phoneRow = (supplier: Supplier) => (
  <PhoneRow
    code={supplierCode(supplier)}
    beside={nonBlank(supplier.name_legal) ?? ABSENT}
    second={nonBlank(supplier.website) ?? ABSENT}
  />
)

const menuOf = (supplier: Supplier) => ({
  label: `Actions for supplier ${supplierCode(supplier)}`,
  ids: OPTIONS,
})

/** The list of suppliers. */
export function SuppliersTab() {
  const suppliers = useQuery(supplierQueries.list())
  const { query, answer } = useWholeList(suppliers, foundSuppliers, BARE)
  const list = useListRows({ noun: 'suppliers', address: searchPath(query), answer, rowId: idOf })
  useCommandTarget('supplier', list.active)
  return (
    <WholeList
      list={list}
      query={query}
      searchPath={searchPath}
      recordPath={recordPath}
      commands={COMMANDS}
      failure={MESSAGES.suppliersLoad}
      label="Suppliers"
      columns={supplierColumns}
      rowId={idOf}
      phoneRow={phoneRow}
      rowLink={linkOf}
      menu={menuOf}
    />
  )
}
