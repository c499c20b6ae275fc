import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { type Origin, originOf } from '../routing/came-from.ts'
import type { RecordNavigation } from './use-record-navigation.ts'

interface RecordCrumbProps {
  navigation: Omit<RecordNavigation, 'adjacentPage'>
}

/** Links back to the screen that the user came from, and to the list, with the record's position in it. */
export function RecordCrumb({ navigation }: RecordCrumbProps) {
  const { back, title, position, count, page, next, previous } = navigation
  const origin = useOrigin(back)
  const list = { path: back, title }
  return (
    <div className="head-width flex h-8 shrink-0 items-center gap-2 pt-1.5 pr-4 pl-3.5 text-small text-fg-2 print:hidden">
      <BackLink {...(origin ?? list)} />
      {origin && (
        <>
          <i aria-hidden="true" className="h-3.5 w-px bg-line" />
          <Link to={list.path} className={`${BACK} text-fg-3`}>
            {list.title}
          </Link>
        </>
      )}
      {position !== null && (
        <span className="ml-auto flex items-center gap-2 text-fg-3 tabular">
          <span>
            {position} of {count}
            {page !== null && ` on page ${page}`}
          </span>
          <CommandKeys id="record.previous" works={previous !== null} className="max-sm:hidden" />
          <CommandKeys id="record.next" works={next !== null} className="max-sm:hidden" />
        </span>
      )}
    </div>
  )
}

interface FormCrumbProps {
  /** Title of the list. */
  title: string
  path: string
}

/** Links from the form of a new record back to the list. */
export function FormCrumb({ title, path }: FormCrumbProps) {
  useBackTarget(path)
  const nowhere = { position: null, count: 0, page: null, next: null, previous: null }
  return <RecordCrumb navigation={{ back: path, title, ...nowhere }} />
}

/**
 * Enables the Back command of records on a screen without a record; their other commands have no effect there.
 * @param list the back target if the user did not come from another screen
 */
export function useBackTarget(list: string): void {
  const back = useOrigin(list)?.path ?? list
  const target = useMemo(
    () => ({ kind: null, code: '', loading: false, back, next: null, previous: null }),
    [back],
  )
  useCommandTarget('record', target)
}

/** The screen that the user came from; null if that is `list`, the address of the record's own list. */
export function useOrigin(list: string): Origin | null {
  const { key } = useLocation()
  const origin = originOf(key)
  return origin?.path === list ? null : origin
}

const BACK = 'inline-flex items-center gap-1 rounded-s font-medium hover:text-fg max-sm:min-h-11'

/** A link with the same target as the key. */
function BackLink({ path, title }: Origin) {
  const { aria } = useKeys('record.back')
  return (
    <>
      <Link to={path} aria-keyshortcuts={aria} className={`${BACK} min-w-0`}>
        <ArrowLeft className="icon-14" aria-hidden="true" />
        <span className="truncate">{title}</span>
      </Link>
      <CommandKeys id="record.back" className="max-sm:hidden" />
    </>
  )
}
