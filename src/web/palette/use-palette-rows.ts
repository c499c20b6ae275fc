import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { contextAtom } from '../commands/context.ts'
import { recentCommandsAtom } from '../commands/run.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { isLocationPendingAtom } from '../routing/location.ts'
import { actionContext, actionRows, type Subject } from './actions.ts'
import { kindsIn, type PaletteQuery } from './query.ts'
import { usePaletteRemote } from './remote.ts'
import { ownRows, type RowGroup, withServerRows } from './rows.ts'

const MOST_RECENT = 6

const NONE: readonly RowGroup[] = []

interface Shown {
  /** Null while nothing is looked for yet. */
  answered: string | null
  query: PaletteQuery
  subject: Subject | null
  /** What the server found for the typed code. */
  found: SeenRecord | null
  /** Whether the user has chosen a row for what is typed. */
  hasChosen: boolean
}

/** What rows are drawn for. */
interface Drawn {
  typed: string
  /** The record whose actions they are; null for all other rows. */
  about: SeenRecord | null
  context: CommandContext | null
  /** What commands act on was there: the rows stay. */
  settled: boolean
}

/**
 * The rows for what is typed. Matches and commands stay as they were found for that text, whatever comes later, so that
 * no row moves or acts on another record; what the server finds comes below them. Without a text they follow a screen
 * that still loads what its commands act on, until the user has chosen one.
 */
export function usePaletteRows(shown: Shown): readonly RowGroup[] {
  const { answered, query, subject, found } = shown
  const typed = answered ?? ''
  const recentCommands = useAtomValue(recentCommandsAtom)
  const remote = usePaletteRemote(query)
  const matches = useMemo(() => recordIndex.search(query.text, kindsIn(query.scope)), [query])
  const [recentRecords] = useState(() => recordIndex.recent(MOST_RECENT))
  const { context, now } = useContexts(shown)
  const own = useMemo(() => {
    if (answered === null || context === null || now === null) return NONE
    const sources = { typed, query, context, recentCommands, matches, recentRecords, found }
    return subject ? actionRows(sources, subject, now) : ownRows(sources)
  }, [answered, typed, query, context, now, recentCommands, matches, recentRecords, found, subject])
  return useMemo(
    () => (subject || own === NONE ? own : withServerRows(own, query, typed, remote)),
    [own, subject, query, typed, remote],
  )
}

/** What the rows were drawn for, and how that stands by now: of the screen, or of the record whose actions are shown. */
function useContexts({
  answered,
  subject,
  hasChosen,
}: Shown): Record<'context' | 'now', CommandContext | null> {
  const typed = answered ?? ''
  const about = subject?.record ?? null
  const live = useAtomValue(contextAtom)
  const arriving = useAtomValue(isLocationPendingAtom)
  const now = useMemo(() => (subject ? actionContext(live, subject) : live), [live, subject])
  const loading = now === null || (typed === '' && subject === null && (arriving || isLoading(now)))
  const settled = answered !== null && !loading
  const [kept, setKept] = useState<Drawn>({ typed, about, context: now, settled })
  const same = kept.typed === typed && kept.about === about
  if (same && (kept.settled || hasChosen)) return { context: kept.context, now: subject ? now : kept.context }
  if (!same || kept.context !== now || kept.settled !== settled)
    setKept({ typed, about, context: now, settled })
  return { context: now, now }
}

function isLoading({ targets: { record, list } }: CommandContext): boolean {
  return record?.loading === true || list?.nextUnknown === 'loading'
}
