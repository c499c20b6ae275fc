import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { CircleAlert, Copy, CornerDownLeft, List, MessageCircleQuestion, Search } from 'lucide-react'
import { Fragment, memo, type ReactNode, useSyncExternalStore } from 'react'
import { grammarIn } from '../../../commands/interpreter/find-sentence.ts'
import { TOO_LONG } from '../../../commands/interpreter/interpret.ts'
import { commandWords, type SpokenValues } from '../../../commands/interpreter/judge.ts'
import { ignoredIn } from '../../../commands/interpreter/reading.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { formatRecent, timeToday } from '../../domain/calendar/nz-time.ts'
import { formatCents } from '../../domain/format/money.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { kindFacts, RECORD_FACTS } from '../../domain/records/record-kind.ts'
import { examplesOf } from '../../domain/sentences/arguments.ts'
import { argumentsOf } from '../../domain/sentences/command-sentences.ts'
import { knownCartons } from '../api/freight.ts'
import { CommandIcon } from '../commands/command-icon.tsx'
import { KeyCaps } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { cn } from '../lib/cn.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { badgeOf, markMatch } from '../record-index/shown-record.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { Badge } from '../ui/badge.tsx'
import {
  type CodeStatus,
  chosenAtom,
  codeStatusAtom,
  groupsAtom,
  picksAtom,
  queryAtom,
  sourcesAtom,
} from './current-rows.ts'
import type { CommandRow, RecordRow, ResultRow, ServerRow, TextRow } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/** The rows of the palette under their headings; not rendered again when another row is chosen. */
export const PaletteGroups = memo(function PaletteGroups() {
  const groups = useAtomValue(groupsAtom)
  const picks = useAtomValue(picksAtom)
  const { text } = useAtomValue(queryAtom)
  return groups.map(({ id, head, headCode, line, rows }) => (
    <Command.Group
      key={id}
      heading={
        <span className="flex h-7 items-center gap-1.5 px-2.5 pt-1 text-micro text-fg-3">
          {head}
          {headCode != null && <code className="text-[11px]">{headCode}</code>}
        </span>
      }
    >
      {line !== undefined && <CodeLine code={line} />}
      {rows.map((row) => (
        <PaletteRow key={row.id} row={row} text={text} pick={picks.indexOf(row) + 1} />
      ))}
    </Command.Group>
  ))
})

interface PaletteRowProps {
  row: ResultRow
  /** The query's text, which is highlighted. */
  text: string
  /** 1 to 9 for the rows that Alt and a digit pick, otherwise 0. */
  pick: number
}

const CELLS =
  'relative grid h-8 grid-cols-[16px_108px_minmax(0,1fr)_96px_84px_114px_54px] items-center gap-x-3 rounded-m pr-1.5 pl-2.5 [&>.lucide]:text-fg-3 max-sm:h-auto max-sm:min-h-11 max-sm:py-1.5 max-sm:grid-cols-[16px_92px_minmax(0,1fr)_auto] '

const ROW =
  CELLS +
  'before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-full ' +
  'not-data-[selected=true]:hover:bg-hover-raised data-[selected=true]:bg-accent-soft data-[selected=true]:before:bg-accent-ink data-[selected=true]:[&>.lucide]:text-accent-ink'

/** On a phone, a reason that does not fit after the title is below it. */
const REASON = 'truncate text-small text-fg-3 max-sm:whitespace-normal'

const onNews = (listener: () => void) => recordIndex.onNews(listener)

/** One row of the palette. Hovering does not choose it: a nudged mouse must not change what Enter opens. */
const PaletteRow = memo(function PaletteRow({ row, text, pick }: PaletteRowProps) {
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
        const where = event.ctrlKey || event.metaKey ? 'new-tab' : 'here'
        if (!blocked) dispatch({ type: 'take', row, where })
      }}
    >
      {row.kind === 'command' && <CommandCells row={row} text={text} />}
      {row.kind === 'record' && <RecordCells row={row} text={text} />}
      {row.kind === 'code' && <CodeCells code={row.code} />}
      {row.kind === 'text' && <TextCells row={row} />}
      {row.kind === 'server' && <TextCells row={row} searched={text} />}
      {pick > 0 && (
        <span className="col-[7] justify-self-end max-sm:hidden">
          <KeyCaps keys={[`alt+${pick}`]} />
        </span>
      )}
    </Command.Item>
  )
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
        {[blocked, detail].map(
          (reason) =>
            reason !== null && (
              <Fragment key={reason}>
                <Apart />
                <span className={REASON}>{reason}</span>
              </Fragment>
            ),
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

function RecordCells({ row, text }: { row: RecordRow; text: string }) {
  // It may change while its row is shown.
  const record = useSyncExternalStore(onNews, () => recordIndex.newest(row.record))
  const opened = text === '' ? timeToday(recordIndex.openedAt(record), now()) : null
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

/** A text, or a part of it, with its matches highlighted by colour and weight. */
function Marked({ text, part, from, to }: { text: string; part: string; from?: number; to?: number }) {
  let key = 0
  return markMatch(text, part, from, to).map((piece) => {
    key += 1
    if (!piece.match) return piece.text
    return (
      <mark key={key} className="bg-transparent font-bold text-mark">
        {piece.text}
      </mark>
    )
  })
}

/** Letters at the end of a name that are always shown: similar products differ there. */
const LAST_LETTERS = 22

/** A name that is truncated in the middle, before one of its last words, if it does not fit. */
function MarkedName({ text, part }: { text: string; part: string }) {
  const letters = [...text]
  const space = letters.length > 2 * LAST_LETTERS ? letters.indexOf(' ', letters.length - LAST_LETTERS) : -1
  const end = space === -1 ? letters.length : space
  return (
    <span className="flex min-w-0">
      <span className="truncate">
        <Marked text={text} part={part} to={end} />
      </span>
      <span className="shrink-0 whitespace-pre">
        <Marked text={text} part={part} from={end} />
      </span>
    </span>
  )
}

/** A line of text for a code that no record of this browser has. It cannot be chosen, unlike the matches below it. */
function CodeLine({ code }: { code: string }) {
  const status = useAtomValue(codeStatusAtom)
  return (
    <div className={CELLS}>
      <Search aria-hidden="true" />
      <span className="code-block truncate text-fg-3">{code}</span>
      <span className="col-[3/8] truncate text-small text-fg-3 max-sm:col-[3/5]">{lineWords(status)}</span>
    </div>
  )
}

function CodeCells({ code }: { code: string }) {
  const status = useAtomValue(codeStatusAtom)
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

const TEXT_ICONS = { list: List, copy: Copy, answer: MessageCircleQuestion, search: Search }

function TextCells({
  row: { icon, title, detail },
  searched,
}: {
  row: TextRow | ServerRow
  searched?: string
}) {
  const Icon = TEXT_ICONS[icon]
  return (
    <>
      <Icon aria-hidden="true" />
      <span className="col-[2/7] flex min-w-0 items-center gap-2 max-sm:col-[2/5]">
        <span className="truncate">
          {title}
          {searched !== undefined && (
            <>
              {' '}
              <span className="font-medium">{searched}</span>
            </>
          )}
        </span>
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

/** The id of the sentence, which describes the field. */
export const ENTER_WORDS = 'what-enter-does'

/** What Enter does with the chosen row, in one sentence above the rows (PAL-11). Nothing without a text. */
export function EnterWords() {
  const { text, readings } = useAtomValue(sourcesAtom) ?? { text: '', readings: [] }
  const chosen = useAtomValue(chosenAtom)
  if (text === '') return null
  const command = chosen?.kind === 'command' ? chosen : null
  const isTooLong = readings.some((reading) => reading.kind === 'words' && reading.isTooLong)
  const ignored = chosen?.kind === 'record' ? ignoredIn(readings[0]) : null
  const doubts = [
    ...(command?.spoken?.doubts ?? []),
    ...(ignored === null ? [] : [ignored]),
    ...(isTooLong ? [TOO_LONG] : []),
  ]
  const confirms = command?.canConfirm ? 'at once' : command?.asks ? `opens it too: ${command.asks}` : null
  const sentence = command?.command.sentence ?? null
  const grammar = grammarIn(text, sentence, installation.capabilities, knownCartons())
  return (
    <div
      id={ENTER_WORDS}
      role="note"
      aria-label="What Enter does"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 text-small"
    >
      <span className="min-w-0">{enterWords(chosen, todayInAuckland(now()))}</span>
      <Steps spoken={command?.spoken ?? null} />
      {doubts.length > 0 && <span className="text-amber-ink">{doubts.join(' · ')}</span>}
      {grammar !== null && <span className="text-fg-2">{grammar}</span>}
      {command && grammar === null && <Completions row={command} />}
      {chosen?.kind === 'text' && chosen.leadsTo !== '' && <KeyHint name="Tab">{chosen.leadsTo}</KeyHint>}
      {confirms !== null && (
        <KeyHint name="mod+Enter" className="ml-auto">
          {confirms}
        </KeyHint>
      )}
    </div>
  )
}

const HINT = 'inline-flex items-center gap-1.5 text-fg-3 max-sm:hidden'

/** What a key does, where there is a keyboard. */
function KeyHint({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <span className={cn(HINT, className)}>
      <KeyCaps keys={[name]} /> {children}
    </span>
  )
}

/** Several steps, a line for each (PAL-13). */
function Steps({ spoken }: { spoken: SpokenValues | null }) {
  const { steps = [], ship } = spoken ?? {}
  if (steps.length === 0) return null
  let key = 0
  return (
    <ol className="basis-full list-decimal pl-5">
      {[...steps, ...(ship ? [ship] : [])].map(({ sentence, refusal }) => {
        key += 1
        return (
          <li key={key}>
            {sentence}
            {refusal !== null && <span className="text-danger-ink"> · not possible: {refusal}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** At most this many values are offered. */
const MOST_COMPLETIONS = 5

/** What Tab adds to the text, and what else may be added (PAL-14). */
function Completions({ row }: { row: CommandRow }) {
  const { command, completions, isNamed, blocked, loading, spoken, subject } = row
  const isOpenEnded = isNamed && blocked === null && !loading && spoken === null && subject !== null
  const declared =
    command.sentence === null ? [] : argumentsOf(command.sentence, installation.capabilities, knownCartons())
  const examples = isOpenEnded ? examplesOf(declared) : ''
  if (completions.length === 0 && examples === '') return null
  return (
    <span className={HINT}>
      {completions.length > 0 && <KeyCaps keys={['Tab']} />}
      {completions.slice(0, MOST_COMPLETIONS).join(', ')}
      {examples !== '' && ` or add: ${examples}`}
    </span>
  )
}

/** What Enter does with the chosen row. */
function enterWords(row: ResultRow | null, today: string): string {
  switch (row?.kind) {
    case undefined:
      return 'Nothing is chosen'
    case 'command':
      return commandWords(row, today, knownCartons())
    case 'record': {
      const { kind, code, name } = row.record
      return [`Open ${kindFacts(kind).name} ${code}`, name].filter(Boolean).join(', ')
    }
    case 'text':
      if (row.does?.do === 'go') return `Show ${row.title}`
      return row.does && !row.does.text.includes('\n') ? `Copy ${row.does.text}` : row.title
    case 'code':
      return `Open ${row.code}`
    case 'server':
      return 'Search all records'
  }
}

const NO_RECORD = 'No record with this code'

/** Describes the request for a code. */
export function codeWords({ code, answer, pending, following, entered }: CodeStatus): string {
  if (pending !== null) return [`Opening ${code} when the server answers`, ...following].join(', then ')
  if (answer?.state === 'several') return answer.reason ?? 'Several orders have this number'
  if (answer?.state === 'missing') return entered ? MESSAGES.orderNotFound : NO_RECORD
  return entered ? `${MESSAGES.orderDetails}. Press Enter to try again.` : 'Open'
}

/** Describes the request for a code that has no row. */
function lineWords(status: CodeStatus): string {
  const { answer, pending, entered } = status
  const isFailed = answer?.state === 'failed'
  if (pending !== null || answer?.state === 'several' || (entered && isFailed)) return codeWords(status)
  if (answer?.state === 'missing') return NO_RECORD
  return answer ? 'The server could not be asked for exactly this code' : 'Checking for exactly this code…'
}
