import { type ReactNode, useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CommandId } from '../../../commands/index.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { useGo } from '../list/use-go.ts'
import { paths } from '../routing/paths.ts'
import { Tabs, TabsContent, TabsList } from '../ui/tabs.tsx'
import { RecordTab } from './record-tab.tsx'

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
