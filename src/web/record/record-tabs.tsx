import { type ReactNode, useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CommandId } from '../../../commands/index.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { useGo } from '../routing/location.ts'
import { paths } from '../routing/paths.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

interface RecordTabsProps {
  kind: RecordKind
  /** The id in the record's address. */
  id: string
  /** In order. The first one is the default. */
  tabs: readonly { name: string; title: string; command: CommandId; content: ReactNode; fills?: boolean }[]
}

/** A record in tabs. The address names the open tab. */
export function RecordTabs({ kind, id, tabs }: RecordTabsProps) {
  const [search] = useSearchParams()
  const go = useGo()
  const [first] = tabs
  const open = tabs.find(({ name }) => name === search.get('tab')) ?? first
  const openTab = useCallback((name: string) => go(paths.record(kind, id, name)), [go, kind, id])
  return (
    <Tabs value={open?.name ?? ''} onValueChange={openTab} className="flex-1">
      <TabsList>
        {tabs.map(({ name, title, command }) => (
          <RecordTab key={name} name={name} title={title} command={command} />
        ))}
      </TabsList>
      {tabs.map(({ name, content, fills = false }) => (
        <TabsContent
          key={name}
          value={name}
          className={fills ? 'flex flex-col overflow-hidden' : 'p-4 max-sm:p-3'}
        >
          {content}
        </TabsContent>
      ))}
    </Tabs>
  )
}

interface RecordTabProps {
  name: string
  title: string
  /** Id of the command that opens the tab. */
  command: CommandId
}

/** The tab of a record, with its key. */
function RecordTab({ name, title, command }: RecordTabProps) {
  const { aria } = useKeys(command)
  return (
    <TabsTrigger value={name} aria-keyshortcuts={aria}>
      {title}
      <CommandKeys id={command} className="max-sm:hidden" />
    </TabsTrigger>
  )
}

interface RecordColumnsProps {
  children: ReactNode
  /** The narrow right-hand column. */
  beside: ReactNode
}

/** The cards of a record in two columns; in one if there is no space for two. */
export function RecordColumns({ children, beside }: RecordColumnsProps) {
  return (
    <div className="@container detail-width">
      <div className="grid grid-cols-1 items-start gap-4 @min-[860px]:grid-cols-[minmax(0,1fr)_344px] @min-[1300px]:grid-cols-[minmax(0,1fr)_424px]">
        <div className="grid min-w-0 gap-4">{children}</div>
        <div className="grid min-w-0 gap-4">{beside}</div>
      </div>
    </div>
  )
}
