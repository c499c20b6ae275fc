import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { SeenRecord } from '../record-index/record.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { contextAtom } from './context.ts'
import { actionRows, type Subject } from './palette-actions.ts'
import { kindsIn, type PaletteQuery } from './palette-query.ts'
import { usePaletteRemote } from './palette-remote.ts'
import { ownRows, type RowGroup, withServerRows } from './palette-rows.ts'
import { recentCommandsAtom } from './run.ts'

const MOST_RECENT = 6

const NONE: readonly RowGroup[] = []

interface Shown {
  /** Null while nothing is looked for yet. */
  answered: string | null
  query: PaletteQuery
  subject: Subject | null
  /** What the server found for the typed code. */
  found: SeenRecord | null
}

/**
 * The rows for what is typed. Matches and commands stay as they were found for that text, whatever comes later, so that
 * no row moves; what the server finds comes below them.
 */
export function usePaletteRows({ answered, query, subject, found }: Shown): readonly RowGroup[] {
  const typed = answered ?? ''
  const live = useAtomValue(contextAtom)
  const recentCommands = useAtomValue(recentCommandsAtom)
  const remote = usePaletteRemote(query)
  const matches = useMemo(() => recordIndex.search(query.text, kindsIn(query.scope)), [query])
  const [recentRecords] = useState(() => recordIndex.recent(MOST_RECENT))
  const [kept, setKept] = useState({ typed, context: live })
  // Before anything is typed the screen may still be loading what its commands act on.
  const context = kept.typed === typed && typed !== '' ? kept.context : live
  if (kept.typed !== typed) setKept({ typed, context: live })
  const own = useMemo(() => {
    if (answered === null) return NONE
    const sources = { typed, query, context, recentCommands, matches, recentRecords, found }
    return subject ? actionRows(sources, subject) : ownRows(sources)
  }, [answered, typed, query, context, recentCommands, matches, recentRecords, found, subject])
  return useMemo(
    () => (subject || own === NONE ? own : withServerRows(own, query, typed, remote)),
    [own, subject, query, typed, remote],
  )
}
