import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useKeys } from '../../commands/key-settings.ts'
import { targetsAtom, useCommandTarget } from '../../commands/targets.ts'
import { ListFrame } from '../../list/list-frame.tsx'
import { SelectionTools } from '../../list/list-tools.tsx'
import { useGo } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { useNarrow } from '../../table/use-narrow.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { courierDaysList, SELECTED_DAYS } from './courier-days-list.tsx'
import { lateList } from './late-list.tsx'

const TABS = { couriers: 'Couriers', late: 'Late' } as const

const pathOf = (tab: string) => paths.endOfDay(tab === 'late' ? 'late' : undefined)

const tabOf = (search: URLSearchParams) => (search.get('tab') === 'late' ? 'late' : 'couriers')

/** Starts loading the list of the open tab without waiting for it. Not found without the capability. */
export function loader({ request }: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('end-of-day'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  const isLate = tabOf(new URL(request.url).searchParams) === 'late'
  return (isLate ? lateList : courierDaysList).loader({ request })
}

/** The end of the day: today's consignments by courier, and late consignments. */
export function Component() {
  const [search] = useSearchParams()
  const go = useGo()
  const tab = tabOf(search)
  const narrow = useNarrow()
  const openTab = useCallback((name: string) => go(pathOf(name)), [go])
  const other = pathOf(tab === 'late' ? 'couriers' : 'late')
  useCommandTarget(
    'dayTabs',
    useMemo(() => ({ other }), [other]),
  )
  return (
    <ListFrame title="End of day" actions={tab === 'couriers' && <CourierActions />}>
      <Tabs value={tab} onValueChange={openTab} className="flex-1">
        <TabsList>
          <DayTab name="couriers" open={tab === 'couriers'} />
          <DayTab name="late" open={tab === 'late'} />
        </TabsList>
        <TabsContent value="couriers" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          {narrow && (
            <div className="flex flex-wrap gap-2 p-3">
              <AllCouriersButtons />
            </div>
          )}
          <courierDaysList.Component />
        </TabsContent>
        <TabsContent value="late" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          <lateList.Component />
        </TabsContent>
      </Tabs>
    </ListFrame>
  )
}

/** The commands for all couriers, or for the selected ones. Those for one courier are in its row. */
function CourierActions() {
  const { selection } = useAtomValue(targetsAtom)
  return (
    <>
      <SelectionTools count={selection?.count ?? 0} ids={SELECTED_DAYS} onClear={() => selection?.clear()} />
      <AllCouriersButtons />
    </>
  )
}

function AllCouriersButtons() {
  return (
    <>
      <CommandButton id="courier-day.print-all" className="max-sm:h-9" />
      <CommandButton id="courier-day.close-all" variant="primary" className="max-sm:h-9" />
    </>
  )
}

/** The keycap is shown on the tab that the key opens. */
function DayTab({ name, open }: { name: keyof typeof TABS; open: boolean }) {
  const { aria } = useKeys('courier-day.other-tab')
  return (
    <TabsTrigger value={name} aria-keyshortcuts={open ? undefined : aria}>
      {TABS[name]}
      {!open && <CommandKeys id="courier-day.other-tab" className="max-sm:hidden" />}
    </TabsTrigger>
  )
}
