import { useEffect, useState } from 'react'
import { counted } from '../../domain/format/text.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import type { Answer, Example, PaletteQuery, Row, Where } from './machine/state.ts'
import { SLOW_MS } from './server-requests.ts'

/** The request for the code of a query that this browser has not seen. */
export interface CodeStatus {
  code: string | null
  answer: Answer | null
  /** Where a pending Enter opens the record; null if no Enter is pending. */
  held: Where | null
  /** The names of the keys that wait for the record which the pending Enter opens. */
  following: readonly string[]
  /** Enter was pressed. */
  entered: boolean
}

interface PaletteFooterProps {
  query: PaletteQuery
  codeStatus: CodeStatus
  /** Null until rows have been looked up. */
  rows: readonly Row[] | null
  /** Replaces the number of results while the record of the actions is loading. */
  message: string | null
  /** The example of the empty palette; null if there is a text. */
  example: Example | null
}

/** Shows the number of results or what is pending, and announces it politely. */
export function PaletteFooter({ query, codeStatus, rows, message, example }: PaletteFooterProps) {
  const slow = useSlow(codeStatus.held !== null)
  return (
    <div className="flex h-9 shrink-0 items-center border-t border-line bg-surface-2 pr-3 pl-4 text-small whitespace-nowrap text-fg-2 max-sm:h-auto max-sm:min-h-9 max-sm:py-2 max-sm:whitespace-normal">
      <span
        role="status"
        className="inline-flex min-w-0 items-center gap-2 truncate max-sm:inline max-sm:whitespace-normal"
      >
        {message ?? statusWords(query, codeStatus, rows)}
        {slow && '. The server is slow to respond.'}
        {codeStatus.held !== null && <KeyCaps keys={['Escape']} />}
      </span>
      {example !== null && (
        <span className="ml-auto pl-4 text-fg-3 max-sm:block">
          Try: <code className="text-fg-2">{example.text}</code> {example.meaning}
        </span>
      )}
    </div>
  )
}

function statusWords({ text }: PaletteQuery, status: CodeStatus, rows: readonly Row[] | null): string {
  if (rows === null) return ''
  if (status.entered && status.code === null) {
    const row = rows.find((one) => one.kind === 'command' && one.loading)
    if (row?.kind === 'command') return `${row.title} when the server answers`
  } else if (status.entered && status.answer?.state !== 'found') {
    return codeWords(status)
  }
  const count = rows.filter(({ kind }) => kind !== 'code' && kind !== 'server').length
  const server = rows.find((row) => row.kind === 'server')
  if (count > 0) return counted(count, 'result')
  return server ? `Nothing opened before matches “${text}”. ${server.words}` : `Nothing found for “${text}”`
}

function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return slow
}

const SEVERAL = 'Several orders have this number'

/** Describes the request for a code. */
export function codeWords({ code, answer, held, following, entered }: CodeStatus): string {
  if (held !== null) {
    const opening = `Opening ${code} when the server answers`
    return [opening, ...following].join(', then ')
  }
  if (!entered) return answer?.state === 'missing' ? 'No record with this code' : 'Open'
  if (answer?.state === 'missing') return MESSAGES.orderNotFound
  if (answer?.state === 'several') return answer.reason ?? SEVERAL
  return `${MESSAGES.orderDetails}. Press Enter to try again.`
}

/** Describes the request for a code that has no row. */
export function lineWords(status: CodeStatus): string {
  const { answer, held, entered } = status
  if (held !== null || (entered && answer?.state === 'failed')) return codeWords(status)
  if (answer?.state === 'missing') return 'No record with this code'
  if (answer?.state === 'several') return answer.reason ?? SEVERAL
  return answer ? 'The server could not be asked for exactly this code' : 'Checking for exactly this code…'
}
