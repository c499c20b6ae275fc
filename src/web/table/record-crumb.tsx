import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CommandKeys } from '../command-ui/command-keys.tsx'
import { useKeys } from '../command-ui/key-settings.ts'
import type { Trail } from './use-trail.ts'
import { useWayBack } from './use-way-back.ts'

interface RecordCrumbProps {
  /** The list, by its title. */
  title: string
  trail: Pick<Trail, 'back' | 'position' | 'count' | 'page'>
}

/** The way back to the list that a record was opened from, and where in it the record stands. */
export function RecordCrumb({ title, trail }: RecordCrumbProps) {
  const { aria } = useKeys('record.back')
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 pt-1.5 pr-4 pl-3.5 text-small text-fg-2">
      <Link
        to={trail.back}
        aria-keyshortcuts={aria}
        className="inline-flex items-center gap-1 rounded-s font-medium hover:text-fg max-sm:min-h-11"
      >
        <ArrowLeft className="icon-14" aria-hidden="true" />
        {title}
      </Link>
      <CommandKeys id="record.back" className="max-sm:hidden" />
      {trail.position !== null && (
        <span className="ml-auto flex items-center gap-2 text-fg-3 tabular">
          <span>
            {trail.position} of {trail.count}
            {trail.page !== null && ` on page ${trail.page}`}
          </span>
          <CommandKeys id="record.previous" className="max-sm:hidden" />
          <CommandKeys id="record.next" className="max-sm:hidden" />
        </span>
      )}
    </div>
  )
}

interface FormCrumbProps {
  /** The list, by its title. */
  title: string
  path: string
}

/** The way back from the form of a new one to the list of them. */
export function FormCrumb({ title, path }: FormCrumbProps) {
  useWayBack(path)
  return <RecordCrumb title={title} trail={{ back: path, position: null, count: 0, page: null }} />
}
