import { atom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ListedArrival } from '../../../contract/arrivals.ts'
import { ARRIVAL_KIND_ORDER, arrivalTitle, faultsInShort } from '../../../domain/arrivals/arrival.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { refreshArrivals, sendLeavingOut, sendTaking } from '../../api/arrivals.ts'
import { mayHaveHappened, refusalOf } from '../../api/client.ts'
import { TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import {
  eachEntry,
  entriesIn,
  type Run,
  type RunEntry,
  type RunOutcome,
  useRun,
  waitingEntries,
} from '../../form/run.ts'
import { ENTRY_ICONS, RunDialog, RunLine, RunList, RunProgress } from '../../form/run-dialog.tsx'
import { useSubmission } from '../../form/use-submission.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { useDraft } from '../../storage/drafts.ts'

/** The dialogs of arrivals, which act on the selected ones. */
export function ArrivalDialogs() {
  const dialog = useAtomValue(dialogAtom)
  if (dialog?.name === 'take-arrivals') return <TakeDialog arrivals={dialog.arrivals} />
  return dialog?.name === 'leave-out' ? <LeaveOutDialog arrivals={dialog.arrivals} /> : null
}

interface ArrivalsProps {
  arrivals: readonly ListedArrival[]
}

type Entry = RunEntry<ListedArrival>
type TakeRun = Run<Entry>

/** Takes records one after another, each as it was listed. Those that still have faults wait on, with the reason. */
function TakeDialog({ arrivals }: ArrivalsProps) {
  const [runAtom] = useState(() => {
    const entries = waitingEntries(inLoadingOrder(arrivals), ({ id }) => id)
    return atom<TakeRun | null>({ phase: 'asking', entries, startedAt: 0 })
  })
  const { run, start, stop } = useRun<Entry, TakeRun>(runAtom)
  if (run === null) return null
  const { phase, entries } = run
  const [done, failed] = [entriesIn(run, 'done').length, entriesIn(run, 'failed').length]
  const title = `Take ${counted(entries.length, 'record')}`
  return (
    <RunDialog
      run={run}
      title={title}
      description="Each is loaded as an import does. What still has faults waits on."
      label="Records"
      confirmLabel={title}
      blocked={null}
      onConfirm={() => start(run, takeEach, (ended) => conclude(ended, arrivals))}
      onStop={stop}
      onClose={closeDialog}
    >
      {phase !== 'asking' && (
        <RunProgress
          label={`${done} of ${entries.length} taken${failed > 0 ? `, ${failed} refused` : ''}`}
          total={entries.length}
          done={done}
          failed={failed}
          failure={phase === 'ended' ? 'Open those that were refused to mend them.' : null}
        />
      )}
      <RunList>
        {entries.map((entry) => (
          <RunLine
            key={entry.id}
            icon={ENTRY_ICONS[entry.state]}
            code={arrivalTitle(entry.item)}
            name={nonBlank(entry.item.name) ?? ABSENT}
          >
            {entry.reason ?? WORDS[entry.state]}
          </RunLine>
        ))}
      </RunList>
    </RunDialog>
  )
}

const WORDS: Record<RunOutcome['state'], string> = {
  waiting: 'Waiting',
  pending: 'In progress',
  done: 'Taken',
  failed: 'Refused',
  stopped: 'Not started',
}

/** Customers before the orders that name them. */
function inLoadingOrder(arrivals: readonly ListedArrival[]): ListedArrival[] {
  const place = ({ kind }: ListedArrival) => ARRIVAL_KIND_ORDER.indexOf(kind ?? '')
  return arrivals.toSorted((one, other) => place(one) - place(other))
}

const takeEach = eachEntry(outcomeOf)

async function outcomeOf({ item }: Entry): Promise<Partial<RunOutcome>> {
  try {
    const taking = await sendTaking(item, {})
    return 'faults' in taking ? { state: 'failed', reason: faultsInShort(taking.faults) } : { state: 'done' }
  } catch (error) {
    return { state: 'failed', reason: refusalOf(error).reason, unsure: mayHaveHappened(error) }
  }
}

/** The dialog of these arrivals closes if every record was taken. */
function conclude(run: TakeRun, arrivals: readonly ListedArrival[]): void {
  const done = entriesIn(run, 'done')
  deselect(new Set(done.map(({ id }) => id)))
  void refreshArrivals()
  if (done.length < run.entries.length) return
  notify('success', `${counted(done.length, 'record')} taken`)
  const open = store.get(dialogAtom)
  if (open?.name === 'take-arrivals' && open.arrivals === arrivals) closeDialog()
}

const LEAVE_OUT_FAILED = 'Failed to leave out, please try again.'

function LeaveOutDialog({ arrivals }: ArrivalsProps) {
  const ids = arrivals.map(({ id }) => id).toSorted()
  const [{ reason }, change, forget] = useDraft(`leave-out/${ids.join(',')}`, { reason: '' })
  const [first] = arrivals
  const [leftOut] = useState(() => new Set<string>())
  const what = arrivals.length === 1 && first ? arrivalTitle(first) : counted(arrivals.length, 'arrival')
  const submission = useSubmission({
    label: what,
    action: () => leaveOutAll(arrivals, reason, leftOut),
    failureOf: refusalOf,
    onDone(_, here) {
      forget()
      deselect(new Set(ids))
      notify('success', `${what} left out`)
      void refreshArrivals()
      if (here) closeDialog()
    },
    onFailed(here) {
      if (!here) notify('error', `${what}: ${LEAVE_OUT_FAILED}`)
      void refreshArrivals()
    },
  })
  return (
    <FormDialog
      title="Leave out"
      description={what}
      confirmLabel="Leave out"
      failureMessage={LEAVE_OUT_FAILED}
      submission={submission}
      onCancel={closeDialog}
    >
      {(errorOf) => (
        <>
          <p className="text-fg-2">It waits again only if its source sends something else.</p>
          <TextField
            label="Reason"
            value={reason}
            onChange={(text) => change({ reason: text })}
            error={errorOf('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

/**
 * One after another, as each was when it was listed. Those that were left out before a failure stay left out.
 * @param leftOut the ids of those, which another attempt skips
 */
async function leaveOutAll(
  arrivals: readonly ListedArrival[],
  reason: string,
  leftOut: Set<string>,
): Promise<void> {
  for (const arrival of arrivals) {
    if (leftOut.has(arrival.id)) continue
    await sendLeavingOut(arrival, reason)
    leftOut.add(arrival.id)
  }
}
