import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Consignment } from '../../../contract/consignments.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { CallError } from '../../api/client.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { whenIdle } from '../../api/when-idle.ts'
import { CommandMenu } from '../../command-ui/command-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { useOpened } from '../../command-ui/use-opened.ts'
import { paths } from '../../paths.ts'
import { RecordCrumb } from '../../table/record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from '../../table/record-states.tsx'
import { RecordTab } from '../../table/record-tab.tsx'
import { useRecordTarget } from '../../table/use-record-target.ts'
import { useTrail } from '../../table/use-trail.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Tabs, TabsContent, TabsList } from '../../ui/tabs.tsx'
import { ConsignmentBadge } from './consignment-badge.tsx'
import { ConsignmentDetails } from './consignment-details.tsx'
import { CONSIGNMENT_OPTIONS } from './consignment-options.ts'
import { consignmentsTrail } from './consignment-trail.ts'
import type { LabelsTabProps } from './labels-tab.tsx'

const consignmentPath = (code: string, tab?: string) =>
  paths.consignment(code, tab === 'labels' ? 'labels' : undefined)

/** What draws a PDF comes along with it. */
const labelsTab = deferred<LabelsTabProps>(() =>
  import('./labels-tab.tsx').then((module) => module.LabelsTab),
)

/** One consignment (section 2), painted at once with what a list has of it. */
export function ConsignmentScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(consignmentQueries.detail(id))
  const trail = useTrail(consignmentsTrail, id)
  const missing = error instanceof CallError && error.notFound
  const consignment = missing ? null : (data ?? null)

  const loading = !data && !error
  useRecordTarget({ kind: 'consignment', code: id, loading, trail, path: consignmentPath })
  useCommandTarget('consignment', consignment)
  useOpened('consignment', data?.tracking_code)
  useEffect(() => whenIdle(labelsTab.preload), [])

  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RecordCrumb title="Consignments" trail={trail} />
      <ConsignmentTitle code={id} consignment={consignment} />
      {missing && <RecordFailure message={MESSAGES.consignmentNotFound} />}
      {error && !missing && (
        <RecordFailure message={MESSAGES.consignmentDetails} onRetry={() => void refetch()} />
      )}
      {consignment && <ConsignmentTabs key={id} consignment={consignment} />}
      {loading && <RecordSkeleton />}
    </div>
  )
}

/** Title, status and what can be done; the title alone while there is no consignment to show. */
function ConsignmentTitle({ code, consignment }: { code: string; consignment: Consignment | null }) {
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 px-4">
      <h1 className="mr-1 text-title">
        Consignment <code className="text-[16.5px] font-semibold tracking-[-0.03em]">#{code}</code>
      </h1>
      {consignment && (
        <>
          <ConsignmentBadge consignment={consignment} />
          <span className="ml-auto">
            <CommandMenu label="Options" ids={CONSIGNMENT_OPTIONS} />
          </span>
        </>
      )}
    </div>
  )
}

/** The consignment in two tabs; which one is open is in the address. */
function ConsignmentTabs({ consignment }: { consignment: Consignment }) {
  const code = consignment.tracking_code
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tab = search.get('tab') === 'labels' ? 'labels' : 'details'
  const openTab = useCallback((name: string) => void navigate(consignmentPath(code, name)), [navigate, code])
  return (
    <Tabs value={tab} onValueChange={openTab} className="flex-1">
      <TabsList>
        <RecordTab name="details" title="Details" command="consignment.details" />
        <RecordTab name="labels" title="Labels" command="consignment.labels" />
      </TabsList>
      <TabsContent value="details" className="p-4 max-sm:p-3">
        <ConsignmentDetails consignment={consignment} />
      </TabsContent>
      <TabsContent value="labels" className="flex flex-col overflow-hidden">
        <labelsTab.Component code={code} />
      </TabsContent>
    </Tabs>
  )
}
