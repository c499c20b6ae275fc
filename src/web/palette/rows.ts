import type { CommandContext } from '../../../commands/engine/context.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { capitalised } from '../../domain/format/capitalised.ts'
import { isRecordKind, kindFacts, RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { commandRows } from './command-rows.ts'
import type { PaletteQuery } from './machine/query.ts'
import type { CommandRow, Row, RowGroup } from './machine/row.ts'
import type { Remote, RowSources } from './machine/state.ts'
import { readingGroups } from './reading-rows.ts'
import { consignmentOfPhone, FUZZY_GROUPS, recordGroups, serverGroup } from './record-rows.ts'

/** The maximum number of rows of this browser, and of commands alone; rows from the server are added below. */
const MAX_ROWS = 13
const MAX_COMMANDS = 30
/** Rows reserved for matching commands: a word like "new" starts many names. */
const RESERVED_FOR_COMMANDS = 3

/**
 * The rows that need no response from the server, in their order: the command and the list that the text names, the
 * likelier one first; other meanings of the text, the exact code, commands for the open record, recently opened records
 * (without a text), commands for the screen, records by band, other commands, fuzzy matches. If the text is a code, all
 * records precede the others.
 */
export function ownRows(sources: RowSources): RowGroup[] {
  const { query } = sources
  const commands = query.scope === 'all' || query.scope === 'commands' ? commandRows(sources) : []
  const records = query.scope === 'commands' ? [] : recordGroups(sources)
  const exact = records.filter(({ id }) => id === 'exact')
  const recent = records.filter(({ id }) => id === 'recent')
  const about = (kind: RecordKind) => commands.filter(({ command }) => command.target === kind)
  const onScreen = commands.filter(({ command: { target } }) => target !== null && !isRecordKind(target))
  const free = commands.filter(({ command }) => command.target === null)
  // A command of the screen precedes others of the same name: `manifest` closes the day at the end of the day.
  const named = [...onScreen, ...free].filter(({ band, blocked }) => band === 'title' && blocked === null)
  const fuzzy = records.filter(({ id }) => FUZZY_GROUPS.includes(id))
  const others = records.filter((group) => ![...exact, ...recent, ...fuzzy].includes(group))
  const meant = readingGroups(sources)
  const asked = askedCode(sources.readings)
  const here = [
    ...RECORD_KINDS.map((kind) =>
      recordGroup(
        kind,
        sources.context,
        about(kind).filter(({ subject }) => subject === null || subject !== asked),
      ),
    ),
    ...recent,
    { id: 'screen', head: 'On this screen', headCode: null, line: null, rows: onScreen },
  ]
  // Of `to ship`, the list is the likelier meaning: it precedes the commands. Of words that it would search for, the name
  // of a saved view is.
  const [likeliest] = sources.readings
  const namedAndMeant =
    likeliest?.kind === 'list' && likeliest.filter.query === ''
      ? [...meant, commandGroup('named', named)]
      : [commandGroup('named', named), ...meant]
  // A late row is added to the limit, so that it removes none of the rows shown before.
  const late = exact.flatMap(({ rows }) => rows).filter((row) => row.kind === 'record' && row.late)
  const most = (query.scope === 'commands' ? MAX_COMMANDS : MAX_ROWS) + late.length
  const first = capped(
    query.code === null
      ? [...namedAndMeant, ...exact, ...here, ...others, consignmentOfPhone(sources)]
      : [...exact, ...others, ...meant, ...here],
    most - Math.min(free.length, RESERVED_FOR_COMMANDS),
  )
  return capped([...first, commandGroup('commands', free), ...(asked === null ? fuzzy : [])], most)
}

/** The only code that the text names with a verb. Commands for this record are not offered a second time. */
function askedCode([first]: readonly Reading[]): string | null {
  return first?.kind === 'action' && first.codes.length === 1 ? first.codes.join() : null
}

function commandGroup(id: string, rows: CommandRow[]): RowGroup {
  return { id, head: 'Commands', headCode: null, line: null, rows }
}

/** Adds the server's results below the other rows, which neither move nor render again. */
export function withServerRows(
  own: readonly RowGroup[],
  query: PaletteQuery,
  remote: Remote,
): readonly RowGroup[] {
  const drawn = new Set(own.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const server = serverGroup(query, remote, drawn)
  return server.rows.length === 0 ? own : [...own, server]
}

/** The commands of the open record or the active row, under a heading that names it. */
function recordGroup(kind: RecordKind, { targets }: CommandContext, rows: Row[]): RowGroup {
  if (kind === 'order' && targets.orders)
    return { id: kind, head: `Selected orders: ${targets.orders.length}`, headCode: null, line: null, rows }
  const { name } = kindFacts(kind)
  const head = targets.record?.kind === kind ? capitalised(name) : `Active row, ${name}`
  return { id: kind, head, headCode: codeAmong(targets, kind), line: null, rows }
}

/** Drops empty groups, rows past the limit, and rows that an earlier group has. */
function capped(groups: readonly RowGroup[], most: number): RowGroup[] {
  const drawn = new Set<string>()
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ id }) => {
        if (drawn.has(id) || drawn.size >= most) return false
        drawn.add(id)
        return true
      }),
    }))
    .filter(({ line, rows }) => line !== null || rows.length > 0)
}
