import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Supplier } from '../../../contract/suppliers.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { supplierCode } from '../../../domain/record-code.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { RowMenu } from '../../command-ui/row-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { ListBody } from '../../table/list-body.tsx'
import { ListCount } from '../../table/list-count.tsx'
import { PhoneRow } from '../../table/phone-row.tsx'
import { SearchTools } from '../../table/search-tools.tsx'
import { TextEmpty } from '../../table/text-empty.tsx'
import { useListCommands } from '../../table/use-list-commands.ts'
import { useListRows } from '../../table/use-list-rows.ts'
import { supplierColumns } from './supplier-columns.tsx'
import { foundSuppliers } from './supplier-search.ts'
import { useWholeList } from './use-whole-list.ts'

const BARE = paths.suppliers()
const OPTIONS = ['supplier.open', 'supplier.copy-code']
/** What the head offers for this list. */
const COMMANDS = ['supplier.new']
const idOf = (supplier: Supplier) => supplier.id
const recordPath = (id: string) => paths.supplier(id)
const linkOf = (supplier: Supplier) => paths.supplier(supplier.id)
const searchPath = (query: string) => paths.suppliers(undefined, query)

const phoneRow = (supplier: Supplier) => (
  <PhoneRow
    code={supplierCode(supplier)}
    beside={present(supplier.name_legal) ?? ABSENT}
    second={present(supplier.website) ?? ABSENT}
  />
)

/** The list of suppliers. */
export function SuppliersTab() {
  const suppliers = useQuery(supplierQueries.list())
  const { query, answer } = useWholeList(suppliers, foundSuppliers, BARE)
  const list = useListRows({ noun: 'suppliers', address: searchPath(query), answer, rowId: idOf })
  const { active, goTo } = list
  const { control } = list.cursor
  const tools = useListCommands(list, { recordPath })
  useCommandTarget('supplier', active)
  const search = useCallback((text: string) => goTo(searchPath(text)), [goTo])
  return (
    <>
      <SearchTools
        label="Search suppliers"
        query={query}
        onApply={search}
        form={tools}
        commands={COMMANDS}
        button={false}
      />
      <ListBody
        list={list}
        failure={MESSAGES.suppliersLoad}
        empty={<TextEmpty noun="suppliers" filter={{ page: 1, query }} searchPath={searchPath} />}
        label="Suppliers"
        columns={supplierColumns}
        rowId={idOf}
        phoneRow={phoneRow}
        rowLink={linkOf}
        dense
      >
        {active && (
          <RowMenu
            label={`Actions of supplier ${supplierCode(active)}`}
            ids={OPTIONS}
            place={control.place}
            onClosed={control.focus}
          />
        )}
      </ListBody>
      <ListCount count={list.state === 'rows' || list.state === 'empty' ? list.rows.length : null} />
    </>
  )
}
