import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { ABSENT, nonBlank } from '../../domain/format/absent.ts'

/** Labelled values of a record, in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-3 px-3 py-2">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-[5px] text-small text-fg-3">{name}</dt>
      <dd className="flex min-h-[26px] min-w-0 items-center gap-2 py-[3px]">{children}</dd>
    </>
  )
}

/** A text value; '—' if absent. The facts below show other types of value. */
export function TextFact({ name, value }: { name: string; value: string | null }) {
  return (
    <Fact name={name}>
      <span className="min-w-0 break-words">{nonBlank(value) ?? ABSENT}</span>
    </Fact>
  )
}

/** Breaks a long address before its host. */
export function EmailFact({ name, value }: { name: string; value: string | null }) {
  const [user, ...host] = (nonBlank(value) ?? ABSENT).split(/(?=@)/)
  return (
    <Fact name={name}>
      <span className="min-w-0 break-words">
        {user}
        <wbr />
        {host}
      </span>
    </Fact>
  )
}

export function CodeFact({ name, value }: { name: string; value: string | null }) {
  const code = nonBlank(value)
  return (
    <Fact name={name}>
      {code === null ? ABSENT : <code className="code-block min-w-0 break-words">{code}</code>}
    </Fact>
  )
}

interface LinkFactProps {
  name: string
  /** An address that is safe to link; null if there is none. */
  link: string | null
  /** Shown instead of a missing link. */
  fallback?: string | null
}

/** A web address, opened in a new tab. */
export function LinkFact({ name, link, fallback = null }: LinkFactProps) {
  if (link === null) return <TextFact name={name} value={fallback} />
  return (
    <Fact name={name}>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-w-0 items-center gap-1 rounded-s text-accent-ink"
      >
        <span className="truncate">{link}</span>
        <ExternalLink className="icon-14" aria-hidden="true" />
      </a>
    </Fact>
  )
}
