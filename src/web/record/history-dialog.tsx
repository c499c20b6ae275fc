import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { availability, type IconName } from '../../../commands/engine/command.ts'
import type { DialogRequest } from '../../../commands/engine/context.ts'
import { commandById } from '../../../commands/index.ts'
import { type History, type HistoryKind, type HistoryType, MOST_ENTRIES } from '../../contract/history.ts'
import { isOrderAction, type Order, type OrderAction } from '../../contract/orders.ts'
import { withNumberSign } from '../../domain/format/text.ts'
import { type HistoryLine, historyLine } from '../../domain/lists/history.ts'
import { ORDER_ACTIONS } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { refusalOf } from '../api/client.ts'
import { historyQuery } from '../api/history.ts'
import { listedOrder } from '../api/orders.ts'
import { useCached } from '../api/query-client.ts'
import { recordKey } from '../api/record-source.ts'
import { CommandIcon } from '../commands/command-icon.tsx'
import { contextAtom } from '../commands/context.ts'
import { runCommand } from '../commands/run.ts'
import { useLate } from '../lib/use-late.ts'
import { UnreadableRows } from '../list/list-frame.tsx'
import { closeDialog, dialogAtom } from '../state/dialogs.ts'
import { Alert, FailureText } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '../ui/dialog.tsx'
import { Spinner } from '../ui/progress.tsx'

/** Renders the history of the open dialog, if it is a history. */
export function HistoryDialog() {
  const dialog = useAtomValue(dialogAtom)
  return dialog?.name === 'history' ? <OpenHistory dialog={dialog} /> : null
}

/** Who did what and when. The entries have the focus, so that the arrow keys and Page Down scroll them. */
function OpenHistory({ dialog: { kind, code } }: { dialog: Extract<DialogRequest, { name: 'history' }> }) {
  const { data, error, isPending, refetch } = useQuery(historyQuery(kind, code))
  const late = useLate(isPending)
  const body = useRef<HTMLDivElement>(null)
  const retry = () => {
    // The button disappears with the failure.
    body.current?.focus()
    void refetch()
  }
  return (
    <Dialog open onOpenChange={closeDialog}>
      <DialogContent
        aria-describedby={undefined}
        closeLabel="Close"
        className="max-h-[min(640px,calc(100dvh-72px))] w-[640px]"
      >
        <DialogHeader className="pr-14">
          <DialogTitle>
            History of {kind} <code className="font-semibold">{withNumberSign(code)}</code>
          </DialogTitle>
        </DialogHeader>
        <DialogBody
          ref={body}
          role="region"
          aria-label="Entries"
          tabIndex={0}
          className="outline-offset-[-2px]"
        >
          {late && <Spinner label="Loading the history" />}
          {error && (
            <Alert
              tone="error"
              title={MESSAGES.somethingWrong}
              className="mt-1.5"
              action={<Button onClick={retry}>Try again</Button>}
            >
              <FailureText message="Failed to get the history, try again." reason={refusalOf(error).reason} />
            </Alert>
          )}
          {data && <Entries kind={kind} history={data} />}
        </DialogBody>
        {kind === 'order' && <TakeBack code={code} />}
      </DialogContent>
    </Dialog>
  )
}

/** Takes the last step of the order back, if the console knows the order and it has one. */
function TakeBack({ code }: { code: string }) {
  const cached = useCached<Order>(recordKey('order', code))
  const context = useAtomValue(contextAtom)
  const order = cached ?? listedOrder(code)
  if (order === undefined) return null
  const ofOrder = { ...context, targets: { order } }
  const command = commandById('order.take-back')
  if (availability(command, ofOrder).state !== 'ready') return null
  return (
    <DialogFooter>
      <Button onClick={() => runCommand(command.id, 'button', ofOrder)}>{command.title}</Button>
    </DialogFooter>
  )
}

function Entries({ kind, history: { data, metadata } }: { kind: HistoryKind; history: History }) {
  if (data.rows.length === 0 && data.unreadable === 0) {
    return (
      <p role="status" className="text-fg-2">
        Nothing has been recorded for this {kind} yet.
      </p>
    )
  }
  return (
    <>
      <UnreadableRows count={data.unreadable} />
      <ol>
        {data.rows.map((entry) => (
          <HistoryEntryLine key={entry.id} line={historyLine(entry)} />
        ))}
      </ol>
      {metadata.has_more && (
        <p role="status" className="border-t border-line pt-2 text-small text-fg-2">
          Older entries are not shown: a history has at most {MOST_ENTRIES}.
        </p>
      )}
    </>
  )
}

/** The icons of entries besides actions: of the command with the same effect, otherwise of the screen that shows it. */
const OTHER_ICONS: Record<Exclude<HistoryType, OrderAction>, IconName> = {
  skip: 'next',
  unskip: 'undo',
  hold: 'hold',
  release: 'undo',
  cancel: 'cancel',
  reopen: 'undo',
  finish: 'history',
  'source-change': 'edit',
  'take-source-changes': 'edit',
  'keep-source-changes': 'cancel',
  undo: 'undo',
  'take-back': 'undo',
  'create-consignment': 'consignment',
  'request-deletion': 'delete',
  'delete-consignment': 'delete',
  'print-labels': 'print',
  email: 'email',
  event: 'next',
}

function iconOf(type: HistoryType | null): IconName {
  if (type === null) return 'history'
  return isOrderAction(type) ? ORDER_ACTIONS[type].icon : OTHER_ICONS[type]
}

/** One entry: the action, its user and time, and below them its values. */
function HistoryEntryLine({ line: { type, title, by, at, facts } }: { line: HistoryLine }) {
  return (
    <li className="grid grid-cols-[14px_1fr] gap-x-2.5 border-t border-line-soft py-2 first:border-t-0">
      <span className="mt-[3px] text-fg-3 [&>.lucide]:size-3.5">
        <CommandIcon name={iconOf(type)} />
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
