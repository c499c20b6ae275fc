import type { IconName } from '../../../commands/engine/command.ts'
import type { HistoryType } from '../../contract/history.ts'
import type { HistoryLine } from '../../domain/records/history.ts'
import { CommandIcon } from '../commands/command-icon.tsx'

/** The icon of the command with the same effect, otherwise of the screen that shows it. */
const ICONS: Record<HistoryType, IconName> = {
  'record-payment': 'payment',
  pack: 'pack',
  'record-collection': 'collection',
  'add-tracking': 'tracking',
  skip: 'next',
  unskip: 'undo',
  'create-consignment': 'consignment',
  'request-deletion': 'delete',
  'delete-consignment': 'delete',
  'print-labels': 'print',
  email: 'email',
  event: 'next',
}

/** One entry: the action, its user and time, and below them its values. */
export function HistoryEntryLine({ line: { type, title, by, at, facts } }: { line: HistoryLine }) {
  return (
    <li className="grid grid-cols-[14px_1fr] gap-x-2.5 border-t border-line-soft py-2 first:border-t-0">
      <span className="mt-[3px] text-fg-3 [&>.lucide]:size-3.5">
        <CommandIcon name={type === null ? 'history' : ICONS[type]} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          {by !== null && <span className="text-fg-2">by {by}</span>}
          <span className="ml-auto text-small whitespace-nowrap text-fg-3 tabular">{at}</span>
        </p>
        {facts.length > 0 && (
          <p className="flex flex-wrap gap-x-3 text-small text-fg-2">
            {facts.map((fact) => (
              <span key={fact} className="wrap-anywhere whitespace-pre-line">
                {fact}
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
