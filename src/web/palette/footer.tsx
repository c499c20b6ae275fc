import { useEffect, useState } from 'react'
import { counted } from '../../domain/format/counted.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import type { Jump } from './jump.ts'
import type { PaletteQuery } from './query.ts'
import { SLOW_MS } from './remote.ts'
import { codeWords } from './row.tsx'
import type { Row } from './rows.ts'

interface PaletteFooterProps {
  query: PaletteQuery
  jump: Jump
  /** Null while nothing is looked for yet. */
  rows: readonly Row[] | null
  /** How the reading of a record whose actions are wanted stands; null when there is nothing to say. */
  subjectWords: string | null
}

/** What was found, or what is pending, announced politely. The palette's keys are in the hint bar. */
export function PaletteFooter({ query, jump, rows, subjectWords }: PaletteFooterProps) {
  const slow = useSlow(jump.held !== null)
  return (
    <div className="flex h-9 shrink-0 items-center border-t border-line bg-surface-2 pr-3 pl-4 text-small whitespace-nowrap text-fg-2 max-sm:h-auto max-sm:min-h-9 max-sm:py-2 max-sm:whitespace-normal">
      <span
        role="status"
        className="inline-flex min-w-0 items-center gap-2 truncate max-sm:inline max-sm:whitespace-normal"
      >
        {subjectWords ?? statusWords(query, jump, rows)}
        {slow && '. The server is slow to respond.'}
        {jump.held !== null && <KeyCaps keys={['Escape']} />}
      </span>
    </div>
  )
}

function statusWords({ text }: PaletteQuery, jump: Jump, rows: readonly Row[] | null): string {
  if (rows === null) return ''
  if (jump.entered && jump.answer?.state !== 'found') return codeWords(jump)
  const count = rows.filter(({ kind }) => kind === 'command' || kind === 'record').length
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
