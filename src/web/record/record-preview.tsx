import { type ReactNode, useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { capitalised, withNumberSign } from '../../domain/format/text.ts'
import { kindFacts, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { paths } from '../routing/paths.ts'
import { Button, buttonVariants } from '../ui/button.tsx'

interface RecordPreviewProps<Kind extends RecordKind, One> {
  kind: Kind
  /** The record from the list. */
  record: One
  badge?(record: One): ReactNode
  onClose(): void
  children(record: One): ReactNode
}

/**
 * The preview pane of the active row, next to the list. The rows keep focus and keys. While a key is held, the pane
 * renders after the rows.
 */
export function RecordPreview<Kind extends RecordKind, One extends Records[Kind]>(
  props: RecordPreviewProps<Kind, One>,
) {
  const { kind, badge, onClose, children } = props
  const record = useDeferredValue(props.record)
  const facts = kindFacts(kind)
  const [noun, code] = [capitalised(facts.name), facts.code(record)]
  return (
    <section
      aria-label={`${noun} ${code}`}
      className="absolute inset-y-0 right-0 z-3 flex w-[480px] max-w-full flex-col border-t border-l border-line bg-raised shadow-3 max-sm:hidden"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="text-panel whitespace-nowrap">
          {noun} <code className="font-semibold">{withNumberSign(code)}</code>
        </h2>
        {badge?.(record)}
        <span className="ml-auto flex items-center gap-1">
          <Link to={paths.record(kind, facts.id(record))} className={buttonVariants({ variant: 'quiet' })}>
            Open
            <CommandKeys id="list.open" />
          </Link>
          <Button variant="quiet" onClick={onClose}>
            Close
            <CommandKeys id="peek.close" />
          </Button>
        </span>
      </header>
      <div key={code} className="min-h-0 flex-1 overflow-y-auto p-4">
        {children(record)}
      </div>
    </section>
  )
}
