import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Consignment } from '../../../contract/consignments.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { type ConsignmentFilter, consignmentQueries } from '../../api/consignments.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { ListBody } from '../../list/list-body.tsx'
import { ListCount } from '../../list/list-count.tsx'
import { ListFrame } from '../../list/list-frame.tsx'
import { useGo } from '../../list/use-go.ts'
import { useListCommands } from '../../list/use-list-commands.ts'
import { useListRows } from '../../list/use-list-rows.ts'
import { usePeek } from '../../list/use-preview.ts'
import { paths } from '../../routing/paths.ts'
import { useNarrow } from '../../table/use-narrow.ts'
import { deferred } from '../../ui/deferred.tsx'
import { consignmentColumns } from './consignment-columns.tsx'
import { filterParameters, readFilter } from './consignment-filter.ts'
import { ConsignmentFilters } from './consignment-filters.tsx'
import { CONSIGNMENT_ROW_OPTIONS } from './consignment-options.ts'
import { ConsignmentPhoneRow } from './consignment-phone-row.tsx'
import { ConsignmentRowAction } from './consignment-row-action.tsx'
import { ConsignmentsEmpty } from './consignments-empty.tsx'
import { useToday } from './use-today.ts'

const codeOf = (consignment: Consignment) => consignment.tracking_code
const recordPath = (code: string) => paths.record('consignment', code)
const linkOf = (consignment: Consignment) => paths.record('consignment', consignment.tracking_code)
const phoneRow = (consignment: Consignment) => <ConsignmentPhoneRow consignment={consignment} />
const rowAction = (consignment: Consignment) => <ConsignmentRowAction consignment={consignment} />

const consignmentPeek = deferred(() =>
  import('./consignment-preview.tsx').then((module) => module.ConsignmentPeek),
)

const menuOf = ({ tracking_code }: Consignment) => ({
  label: `Actions for consignment ${tracking_code}`,
  ids: CONSIGNMENT_ROW_OPTIONS,
})

/** The consignments list (section 2): those of one day. */
export function ConsignmentsListScreen() {
  const [search] = useSearchParams()
  const day = useToday()
  const filter = useMemo(() => readFilter(search, day), [search, day])
  const narrow = useNarrow()

  const consignments = useQuery(consignmentQueries.list(filter))
  const address = paths.consignments(filterParameters(filter))
  const list = useListRows({ noun: 'consignments', address, answer: consignments, rowId: codeOf })
  const { active, goTo } = list
  const { control } = list.cursor

  const peek = usePeek(control.focus, list.rows.length > 0)
  useEffect(() => whenIdle(consignmentPeek.preload), [])
  const tools = useListCommands(list, { recordPath, peek: peek.open, filters: true })
  useCommandTarget('consignment', active)
  const go = useGo()
  const apply = useCallback(
    (wanted: ConsignmentFilter) => {
      const path = paths.consignments(filterParameters(wanted))
      // Since midnight the address of today is that of another day.
      if (wanted.date === filter.date) goTo(path)
      else go(path)
    },
    [filter.date, goTo, go],
  )

  return (
    <ListFrame
      title="Consignments"
      busy={list.waiting}
      actions={<CommandButton id="consignment.new" variant="primary" />}
    >
      <ConsignmentFilters filter={filter} onApply={apply} form={tools}>
        {narrow && <CommandButton id="consignment.new" label="New" className="max-sm:h-9" />}
      </ConsignmentFilters>
      <ListBody
        list={list}
        failure={MESSAGES.consignmentSearch}
        empty={<ConsignmentsEmpty filter={filter} />}
        label="Consignments"
        columns={consignmentColumns}
        rowId={codeOf}
        phoneRow={phoneRow}
        rowLink={linkOf}
        rowAction={rowAction}
        menu={menuOf}
        dense
      >
        {active && peek.peeking && <consignmentPeek.Component consignment={active} onClose={peek.close} />}
      </ListBody>
      <ListCount list={list} />
    </ListFrame>
  )
}
