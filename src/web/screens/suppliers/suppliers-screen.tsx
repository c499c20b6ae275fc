import { useCallback, useMemo } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useKeys } from '../../commands/key-settings.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { ListFrame } from '../../list/list-frame.tsx'
import { useGo } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { useNarrow } from '../../table/use-narrow.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { supplierOrdersList, suppliersList } from './supplier-lists.tsx'

const TABS = { suppliers: 'Suppliers', orders: 'Orders' } as const

const pathOf = (tab: string) => paths.list(tab === 'orders' ? 'supplier-order' : 'supplier')

const tabOf = (search: URLSearchParams) => (search.get('tab') === 'orders' ? 'orders' : 'suppliers')

/** Starts loading the list of the open tab without waiting for it. */
export function loader({ request }: LoaderFunctionArgs): null {
  const isOrders = tabOf(new URL(request.url).searchParams) === 'orders'
  return (isOrders ? supplierOrdersList : suppliersList).loader({ request })
}

/** Suppliers & Orders (SUP-1): two lists in tabs. The address names the open tab. */
export function Component() {
  const [search] = useSearchParams()
  const go = useGo()
  const tab = tabOf(search)
  const openTab = useCallback((name: string) => go(pathOf(name)), [go])
  const narrow = useNarrow()
  const other = pathOf(tab === 'orders' ? 'suppliers' : 'orders')
  useCommandTarget(
    'tabs',
    useMemo(() => ({ other }), [other]),
  )
  const actions = (
    <>
      <CommandButton id="supplier-order.new" />
      <CommandButton id="supplier.new" />
    </>
  )
  return (
    <ListFrame title="Suppliers & Orders" actions={actions}>
      {narrow && <div className="flex shrink-0 justify-end gap-2 px-3 pt-2.5">{actions}</div>}
      <Tabs value={tab} onValueChange={openTab} className="flex-1">
        <TabsList>
          <ListTab name="suppliers" open={tab === 'suppliers'} />
          <ListTab name="orders" open={tab === 'orders'} />
        </TabsList>
        <TabsContent value="suppliers" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          <suppliersList.Component />
        </TabsContent>
        <TabsContent value="orders" className="flex flex-col overflow-hidden pt-3 max-sm:pt-0">
          <supplierOrdersList.Component />
        </TabsContent>
      </Tabs>
    </ListFrame>
  )
}

/** The keycap is shown on the tab that the key opens. */
function ListTab({ name, open }: { name: keyof typeof TABS; open: boolean }) {
  const { aria } = useKeys('tabs.other')
  return (
    <TabsTrigger value={name} aria-keyshortcuts={open ? undefined : aria}>
      {TABS[name]}
      {!open && <CommandKeys id="tabs.other" className="max-sm:hidden" />}
    </TabsTrigger>
  )
}
