import { Link } from 'react-router-dom'
import type {
  ImportCounts,
  ImportFaults,
  ImportPreview,
  ImportResult,
  PreviewedChange,
  PreviewedKind,
} from '../../contract/imports.ts'
import { ABSENT, capitalised } from '../../domain/format/text.ts'
import { closeDialog } from '../state/dialogs.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { formatCount, kindLabel, OUTCOME_WORDS, outcomesInWords, resultNotices } from './import-words.ts'

/** What an import would do, from the most important: counts, refused records, changes, the first records. */
export function ImportPreviewView({ preview: { kinds, faults, notices } }: { preview: ImportPreview }) {
  return (
    <>
      <Counts kinds={kinds} />
      <FaultGroups title="Refused" groups={faults} isOpen />
      {kinds.map((kind) => (
        <KindPreview key={kind.kind} kind={kind} />
      ))}
      <FaultGroups title="Notes" groups={notices} />
    </>
  )
}

/** What an import has done. */
export function ImportResultView({ id, result }: { id: string; result: ImportResult }) {
  return (
    <>
      {resultNotices(id, result).map(({ tone, text, link }) => (
        <Alert key={text} tone={tone}>
          {text}
          {link && (
            <Link
              to={link.path}
              onClick={closeDialog}
              className="ml-2 font-medium underline underline-offset-2"
            >
              {link.label}
            </Link>
          )}
        </Alert>
      ))}
      <FaultGroups title="Refused" groups={result.faults} isOpen />
      <FaultGroups title="Notes" groups={result.notices} />
    </>
  )
}

/** The counts of each kind, and how much of it is work. */
function Counts({ kinds }: { kinds: readonly ImportCounts[] }) {
  return (
    <dl className="grid gap-1">
      {kinds.map((counts) => (
        <div key={counts.kind} className="flex flex-wrap gap-x-2">
          <dt className="font-semibold">{kindLabel(counts.kind)}</dt>
          <dd className="tabular">
            {outcomesInWords(counts) || 'none'}
            {counts.kind === 'orders' && counts.new > 0 && (
              <span className="text-fg-2">
                {counts.work === 0 ? ' · none to pack' : ` · ${formatCount(counts.work)} to pack`}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function KindPreview({ kind: { kind, columns, rows, changes } }: { kind: PreviewedKind }) {
  const label = kindLabel(kind)
  return (
    <>
      {changes.length > 0 && (
        <section className="grid gap-1.5" aria-label={`${label}: changes`}>
          <h3 className="font-semibold">{label}: changes</h3>
          <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">
            {changes.map((change) => (
              <Change key={change.code} change={change} />
            ))}
          </ul>
        </section>
      )}
      {rows.length > 0 && (
        <section className="grid gap-1.5">
          <h3 className="font-semibold">{label}: the first records</h3>
          <div className="rounded-l border border-line">
            <table className="w-full text-left max-sm:block">
              <thead className="text-small text-fg-2 max-sm:sr-only">
                <tr>
                  <th className={CELL}>Outcome</th>
                  {columns.map((column) => (
                    <th key={column} className={CELL}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {rows.map(({ code, outcome, is_work, cells }) => (
                  <tr key={code} className="border-t border-line-soft max-sm:block max-sm:px-2.5 max-sm:py-1">
                    <td className={CELL}>
                      <span className="flex gap-1">
                        <Badge tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].label}</Badge>
                        {is_work && <Badge tone="yellow">To pack</Badge>}
                      </span>
                    </td>
                    {columns.map((column, index) => (
                      <td key={column} className={CELL}>
                        {cells[index] || ABSENT}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  )
}

/** On phones, the cells of a row follow each other as text. */
const CELL = 'px-2.5 py-1 font-normal tabular max-sm:mr-2 max-sm:inline-block max-sm:p-0'

function Change({ change: { code, fields } }: { change: PreviewedChange }) {
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 px-3 py-1 max-sm:grid-cols-1">
      <code className="truncate">{code}</code>
      <ul>
        {fields.map(({ field, before, after }) => (
          <li key={field} className="wrap-anywhere">
            <span className="text-fg-2">{field}: </span>
            <del className="text-fg-3">{before || ABSENT}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">becomes</span>
            <ins className="no-underline">{after || ABSENT}</ins>
          </li>
        ))}
      </ul>
    </li>
  )
}

interface FaultGroupsProps {
  title: string
  groups: readonly ImportFaults[]
  isOpen?: boolean
}

/** Equal faults with their number and their first places, folded unless they need a person. */
function FaultGroups({ title, groups, isOpen = false }: FaultGroupsProps) {
  if (groups.length === 0) return null
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <details open={isOpen} className="rounded-l border border-line">
      <summary className="px-3 py-1.5 font-semibold">
        {title} <span className="font-normal text-fg-2 tabular">{formatCount(total)}</span>
      </summary>
      <ul className="border-t border-line-soft">
        {groups.map(({ field, reason, count, places }) => (
          <li key={`${field} ${reason}`} className="px-3 py-1 wrap-anywhere">
            <span className="tabular">{formatCount(count)} × </span>
            {field !== '' && <code>{field}</code>} {reason}
            <span className="block text-small text-fg-2 tabular">{places.map(placeInWords).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** 'Line 12 (104823)'. Blank for a fault of the file. */
function placeInWords({ line, code }: ImportFaults['places'][number]): string {
  const place = line > 0 ? `line ${formatCount(line)}` : ''
  return capitalised([place, code && `(${code})`].filter(Boolean).join(' '))
}
