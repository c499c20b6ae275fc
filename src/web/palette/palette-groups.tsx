import { Command } from 'cmdk'
import { CircleAlert, Copy, CornerDownLeft, List, type LucideIcon, Search } from 'lucide-react'
import { memo } from 'react'
import { formatRecent, timeToday } from '../../domain/calendar/nz-time.ts'
import { formatCents } from '../../domain/format/money.ts'
import { kindFacts, RECORD_FACTS } from '../../domain/records/record-kind.ts'
import { CommandIcon } from '../commands/command-icon.tsx'
import { KeyCaps } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { cn } from '../lib/cn.ts'
import { badgeOf } from '../record-index/record-kinds.ts'
import { now } from '../state/clock.ts'
import { Badge } from '../ui/badge.tsx'
import { type CodeStatus, codeWords, lineWords } from './footer.tsx'
import type { CodeRow, CommandRow, RecordRow, Row, RowGroup, ServerRow } from './machine/state.ts'
import { Marked, MarkedName } from './marked.tsx'

interface PaletteGroupsProps {
  groups: readonly RowGroup[]
  /** The rows that Alt and a digit pick. */
  picks: readonly Row[]
  /** The query's text, which is highlighted. */
  text: string
  codeStatus: CodeStatus
  /** Must be stable: a new function renders all rows again. */
  onTake: (row: Row, newTab: boolean) => void
}

/** A React key by the place among rows of the same kind: updating a row is much cheaper than mounting a new one. */
function placeOf<One>(one: One, all: readonly One[], kindOf: (one: One) => string | undefined): string {
  const kind = kindOf(one)
  return `${kind} ${all.filter((other) => kindOf(other) === kind).indexOf(one)}`
}

const kindOfRow = (row: Row) => row.kind
const kindOfGroup = ({ rows, line }: RowGroup) => rows[0]?.kind ?? line ?? undefined

/** The rows of the palette under their headings; not rendered again when another row is chosen. */
export const PaletteGroups = memo(function PaletteGroups({
  groups,
  picks,
  text,
  codeStatus,
  onTake,
}: PaletteGroupsProps) {
  const first = groups[0]?.rows[0]
  return groups.map((group) => (
    <Command.Group
      key={placeOf(group, groups, kindOfGroup)}
      heading={
        <span className="flex h-7 items-center gap-1.5 px-2.5 pt-1 text-micro text-fg-3">
          {group.head}
          {group.headCode !== null && <code className="text-[11px]">{group.headCode}</code>}
        </span>
      }
    >
      {group.line !== null && <CodeLine code={group.line} status={codeStatus} />}
      {group.rows.map((row) => {
        const pick = picks.indexOf(row)
        return (
          <PaletteRow
            // A new element for a new first row: screen readers announce it as another active row.
            key={row === first ? row.id : placeOf(row, group.rows, kindOfRow)}
            row={row}
            text={text}
            codeStatus={row.kind === 'code' ? codeStatus : null}
            pick={pick === -1 ? null : pick + 1}
            onTake={onTake}
          />
        )
      })}
    </Command.Group>
  ))
})

interface PaletteRowProps {
  row: Row
  /** The query's text, which is highlighted. */
  text: string
  /** Set only for the row of a code. */
  codeStatus: CodeStatus | null
  /** 1 to 9 for the rows that Alt and a digit pick. */
  pick: number | null
  onTake: (row: Row, newTab: boolean) => void
}

const CELLS =
  'relative grid h-8 grid-cols-[16px_108px_minmax(0,1fr)_96px_84px_114px_54px] items-center gap-x-3 rounded-m pr-1.5 pl-2.5 [&>.lucide]:text-fg-3 max-sm:h-auto max-sm:min-h-11 max-sm:py-1.5 max-sm:grid-cols-[16px_92px_minmax(0,1fr)_auto] '

const ROW =
  CELLS +
  'before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-full ' +
  'not-data-[selected=true]:hover:bg-hover-raised data-[selected=true]:bg-accent-soft data-[selected=true]:before:bg-accent-ink data-[selected=true]:[&>.lucide]:text-accent-ink'

/** On a phone, a reason that does not fit after the title is below it. */
const REASON = 'truncate text-small text-fg-3 max-sm:whitespace-normal'

/** One row of the palette. Hovering does not choose it: a nudged mouse must not change what Enter opens. */
const PaletteRow = memo(function PaletteRow({ row, text, codeStatus, pick, onTake }: PaletteRowProps) {
  const blocked = row.kind === 'command' && row.blocked !== null
  return (
    // cmdk's filter and selection are bypassed: only the palette's state decides which rows exist and which is chosen.
    <Command.Item
      value={row.id}
      className={ROW}
      disabled={blocked}
      forceMount
      onClickCapture={(event) => {
        event.stopPropagation()
        if (!blocked) onTake(row, event.ctrlKey || event.metaKey)
      }}
    >
      {row.kind === 'command' && <CommandCells row={row} text={text} />}
      {row.kind === 'record' && <RecordCells row={row} text={text} />}
      {row.kind === 'list' && <TextCells icon={List} title={row.words} detail="" />}
      {row.kind === 'copy' && <TextCells icon={Copy} title={row.title} detail={row.detail} />}
      {row.kind === 'code' && codeStatus && <CodeCells row={row} status={codeStatus} />}
      {row.kind === 'server' && <ServerCells row={row} text={text} />}
      {pick !== null && (
        <span className="col-[7] justify-self-end max-sm:hidden">
          <PickCaps pick={pick} />
        </span>
      )}
    </Command.Item>
  )
})

const PickCaps = memo(function PickCaps({ pick }: { pick: number }) {
  return <KeyCaps keys={[`alt+${pick}`]} />
})

/**
 * Separates two cells for screen readers, which would run them together. An `aria-label` would have to repeat all visible
 * words (WCAG 2.5.3).
 */
function Apart({ words = '' }: { words?: string }) {
  return <span className="sr-only">, {words && `${words}, `}</span>
}

function CommandCells({
  row: { command, title, subject, blocked, detail, hasKey },
  text,
}: {
  row: CommandRow
  text: string
}) {
  const [key] = useKeys(command.id).keys
  return (
    <>
      <CommandIcon name={command.icon} />
      <span className="col-[2/6] flex min-w-0 items-center gap-2 max-sm:col-[2/5] max-sm:flex-wrap max-sm:gap-y-0">
        <span className={cn('truncate', blocked !== null && 'text-fg-off', detail !== null && 'shrink-0')}>
          {title}
        </span>
        {subject !== null && (
          <>
            <Apart />
            <code className="code-block text-fg-2">
              <Marked text={subject} part={text} />
            </code>
          </>
        )}
        {blocked !== null && (
          <>
            <Apart />
            <span className={REASON}>{blocked}</span>
          </>
        )}
        {detail !== null && (
          <>
            <Apart />
            <span className={REASON}>{detail}</span>
          </>
        )}
      </span>
      {key !== undefined && blocked === null && hasKey && (
        <span className="col-[6] justify-self-end max-sm:hidden">
          <KeyCaps keys={[key]} steady />
        </span>
      )}
    </>
  )
}

function RecordCells({ row: { record, openedAt }, text }: { row: RecordRow; text: string }) {
  const opened = timeToday(openedAt, now())
  const changed = record.at === null ? null : formatRecent(record.at, now())
  // Without it, as on products, the name takes its column.
  const when = opened === null ? changed : `Opened ${opened}`
  const status = badgeOf(record)
  return (
    <>
      <CommandIcon name={RECORD_FACTS[record.kind].icon} />
      <code className="code-block truncate text-fg-2">
        <Marked text={record.code} part={text} />
      </code>
      {/* Sighted users see it as the icon. */}
      <Apart words={kindFacts(record.kind).name} />
      <span className={cn('flex min-w-0', when === null && 'sm:col-[3/5]')}>
        {record.contact === '' ? (
          <MarkedName text={record.name} part={text} />
        ) : (
          <span className="truncate">
            <Marked text={record.name} part={text} />
            <Apart />
            <span className="pl-2 text-fg-3">
              <Marked text={record.contact} part={text} />
            </span>
          </span>
        )}
      </span>
      <Apart />
      {when !== null && <span className="tabular text-small text-fg-3 max-sm:hidden">{when}</span>}
      <Apart />
      <span className="tabular text-right max-sm:hidden">
        {record.total !== null && formatCents(record.total)}
      </span>
      <Apart />
      <span className="flex">{status && <Badge tone={status.tone}>{status.label}</Badge>}</span>
    </>
  )
}

/** A line of text for a code that no record of this browser has. It cannot be chosen, unlike the matches below it. */
function CodeLine({ code, status }: { code: string; status: CodeStatus }) {
  return (
    <div className={CELLS}>
      <Search aria-hidden="true" />
      <span className="code-block truncate text-fg-3">{code}</span>
      <span className="col-[3/8] truncate text-small text-fg-3 max-sm:col-[3/5]">{lineWords(status)}</span>
    </div>
  )
}

function CodeCells({ row: { code }, status }: { row: CodeRow; status: CodeStatus }) {
  const failed = status.entered && status.answer !== null
  const Icon = failed ? CircleAlert : CornerDownLeft
  return (
    <>
      <Icon aria-hidden="true" />
      <code className="code-block truncate text-fg-2">{code}</code>
      <Apart />
      <span className="col-[3/7] truncate text-fg-2 max-sm:col-[3/5]">{codeWords(status)}</span>
    </>
  )
}

function TextCells({ icon: Icon, title, detail }: { icon: LucideIcon; title: string; detail: string }) {
  return (
    <>
      <Icon aria-hidden="true" />
      <span className="col-[2/7] flex min-w-0 items-center gap-2 max-sm:col-[2/5]">
        <span className="truncate">{title}</span>
        {detail !== '' && (
          <>
            <Apart />
            <span className="shrink-0 text-small text-fg-3">{detail}</span>
          </>
        )}
      </span>
    </>
  )
}

function ServerCells({ row: { words }, text }: { row: ServerRow; text: string }) {
  return (
    <>
      <Search aria-hidden="true" />
      <span className="col-[2/7] flex min-w-0 items-center gap-2 max-sm:col-[2/5]">
        <span className="truncate">
          Search all records for <span className="font-medium">{text}</span>
        </span>
        <Apart />
        <span className="shrink-0 text-small text-fg-3">{words}</span>
      </span>
    </>
  )
}
