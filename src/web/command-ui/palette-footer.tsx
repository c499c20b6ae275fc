import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { counted } from '../../domain/counted.ts'
import { contextAtom } from './context.ts'
import { hintsOf } from './hints.ts'
import type { Jump } from './jump.ts'
import { KeyCaps } from './key-caps.tsx'
import type { PaletteQuery } from './palette-query.ts'
import { SLOW_MS } from './palette-remote.ts'
import { codeWords } from './palette-row.tsx'
import type { Row } from './palette-rows.ts'

interface PaletteFooterProps {
  query: PaletteQuery
  jump: Jump
  /** Null while nothing is looked for yet. */
  rows: readonly Row[] | null
  /** How the reading of a record whose actions are wanted stands; null when there is nothing to say. */
  subjectWords: string | null
}

/** What was found, or what is waited for, told politely; and the palette's keys. */
export function PaletteFooter({ query, jump, rows, subjectWords }: PaletteFooterProps) {
  const context = useAtomValue(contextAtom)
  const slow = useSlow(jump.held !== null)
  const saying = jump.entered && jump.answer?.state !== 'found'
  return (
    <div className="flex h-9 shrink-0 items-center gap-3.5 border-t border-line bg-surface-2 pr-3 pl-4 text-small whitespace-nowrap text-fg-2 max-sm:h-auto max-sm:min-h-9 max-sm:py-2 max-sm:whitespace-normal">
      <span
        role="status"
        className="inline-flex min-w-0 items-center gap-2 truncate max-sm:inline max-sm:whitespace-normal"
      >
        {subjectWords ?? statusWords(query, jump, rows)}
        {slow && ' (the server is slow to answer)'}
        {jump.held !== null && <KeyCaps keys={['Escape']} />}
      </span>
      <span className="flex-1" />
      <span className={saying ? 'hidden' : 'flex gap-3.5 max-sm:hidden'}>
        {hintsOf({ ...context, layer: 'palette' }).map(({ label, keys }) => (
          <span key={label} className="inline-flex items-center gap-[5px]">
            <KeyCaps keys={keys} />
            {label}
          </span>
        ))}
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
  return server ? `Nothing seen here matches ${text}. ${server.words}` : `Nothing found for ${text}`
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
