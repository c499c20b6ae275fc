import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { type CodesReading, ignoredIn } from '../../../commands/interpreter/reading.ts'
import { counted } from '../../domain/format/counted.ts'
import { paths } from '../routing/paths.ts'
import { askedGroups, copyRow, headOf, isBulk, meaningGroup, severalRow } from './asked-rows.ts'
import type { ListRow, RowGroup } from './machine/row.ts'
import type { NamedRecords, Reads, RowSources } from './machine/state.ts'
import { readsFor } from './record-reads.ts'

/**
 * The rows of what a text means beyond a record or words: commands on the records that it names, lists with filters, and
 * sums. In the order of the readings.
 */
export function readingGroups({
  readings,
  named,
  context,
  reads,
}: Pick<RowSources, 'readings' | 'named' | 'context' | 'reads'>): RowGroup[] {
  const actions = readings.filter((reading) => reading.kind === 'action')
  return readings.flatMap((reading): RowGroup[] => {
    switch (reading.kind) {
      case 'action':
        return reading === actions[0] && named ? askedGroups(actions, named, context, reads) : []
      case 'codes':
        // With a verb, only rows of the named command are offered.
        return actions.length > 0 ? [] : [severalGroup(reading, named, context, reads)]
      case 'list':
        return [
          meaningGroup('list', 'List', [
            {
              kind: 'list',
              id: `list:${reading.address}`,
              path: reading.address,
              words: [reading.words, ignoredIn(reading)].filter(Boolean).join(' · '),
            },
          ]),
        ]
      case 'sum':
        return [
          meaningGroup('sum', 'Sum', [
            {
              kind: 'copy',
              id: `copy:${reading.result}`,
              title: reading.result,
              detail: `${reading.text} · Enter copies the result`,
              text: reading.result,
            },
          ]),
        ]
      default:
        return []
    }
  })
}

/** Several codes without a verb: the commands for all of them. */
function severalGroup(
  reading: CodesReading,
  named: NamedRecords | null,
  context: CommandContext,
  reads: Reads | null,
): RowGroup {
  const { codes } = reading
  const copy = copyRow(codes)
  const ignored = ignoredIn(reading) ?? []
  if (!named)
    return meaningGroup('several', [counted(codes.length, 'code')].concat(ignored).join(' · '), [copy])
  const records = readsFor(named, reads)
  const others = codes.length - named.codes.length
  const heading = [
    headOf(named, records),
    ...(others > 0 ? [`${counted(others, 'other code')}`] : []),
  ].concat(ignored)
  const list: ListRow = {
    kind: 'list',
    id: `list:${named.codes.join(' ')}`,
    path: paths.listOfCodes(named.codes),
    words: `Open ${counted(named.codes.length, 'order')} as a list`,
  }
  const bulk = COMMANDS.filter(
    (command) => command.target === 'order' && command.id !== 'order.copy-code' && isBulk(command, context),
  )
  const rows = bulk.map((command) => ({ ...severalRow(command, named, records, context), asked: false }))
  return meaningGroup('several', heading.join(' · '), [list, ...rows, copy])
}
