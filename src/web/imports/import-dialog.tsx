import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import type { Import, ImportOptions, ImportProgress } from '../../contract/imports.ts'
import { isAucklandDay, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { refusalOf } from '../api/client.ts'
import { abandonImport, importQueries, loadImport, previewAgain, stopLoading } from '../api/imports.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useDialogTarget } from '../commands/targets.ts'
import { DateField } from '../form/day-input.tsx'
import { CheckField, SelectField } from '../form/fields.tsx'
import { LoadFailure } from '../form/load-failure.tsx'
import { useSubmission, WAITING } from '../form/use-submission.ts'
import { useNow } from '../state/clock.ts'
import { closeDialog } from '../state/dialogs.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { ImportPreviewView, ImportResultView } from './import-preview.tsx'
import { followImport } from './import-watch.tsx'
import { formatCount, percentOf, takeLabel } from './import-words.ts'
import { dispatchUpload, uploadAtom } from './upload.ts'

/** Chooses a file, shows what its import would do, loads it, and shows how that goes. */
export function ImportDialog() {
  return (
    <Dialog open onOpenChange={(open) => !open && closeDialog()}>
      <DialogContent
        className="w-[880px]"
        onInteractOutside={(event) => event.preventDefault()}
        // Each view focuses what it begins with.
        onOpenAutoFocus={(event) => event.preventDefault()}
      >
        <ImportView />
      </DialogContent>
    </Dialog>
  )
}

function ImportView() {
  const upload = useAtomValue(uploadAtom)
  const { data, error, refetch } = useQuery(importQueries.current())
  if (upload.phase === 'sending') return <Sending {...upload} />
  if (data === undefined) {
    // A file can be chosen at once: the server refuses it if it must.
    if (!error) return <Choosing last={null} limitMb={null} refusal={upload.refusal} />
    return (
      <View title={TITLE} description="What can be imported could not be loaded.">
        <LoadFailure
          message="Failed to load the imports, please try again."
          error={error}
          onRetry={() => void refetch()}
        />
      </View>
    )
  }
  const { own, running, forbidden, sources } = data
  if (forbidden !== null) return <View title={TITLE} description={forbidden} />
  if (running) return <Running one={running} />
  // Keyed, so that its fields have the options of the new preview, and none of another file.
  if (own?.state === 'previewed')
    return <Previewed key={`${own.id} ${JSON.stringify(own.options)}`} own={own} sources={sources} />
  return <Choosing last={own} limitMb={data.limit_mb} refusal={upload.refusal} />
}

const TITLE = 'Import a file'
const NOTHING = 'There is nothing to confirm'

interface ViewProps {
  title: string
  description: string
  /** The button at the right of the footer; absent if nothing can be confirmed. */
  confirm?: { label: string; blocked: string | null; busy?: boolean; run(): void }
  /** Whether the button has the focus at first; otherwise the content, which scrolls by the arrows. */
  focusesConfirm?: boolean
  /** Further buttons. */
  buttons?: ReactNode
  children?: ReactNode
}

/** A state of the dialog. Closing it interrupts nothing. */
function View({ title, description, confirm, focusesConfirm, buttons, children }: ViewProps) {
  const blocked = confirm ? (confirm.busy ? WAITING : confirm.blocked) : NOTHING
  const run = () => {
    if (blocked === null) confirm?.run()
  }
  useDialogTarget({
    title,
    confirmLabel: confirm?.label ?? 'Confirm',
    blocked,
    confirm: run,
    cancel: closeDialog,
  })
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="truncate">{description}</DialogDescription>
      </DialogHeader>
      <DialogBody
        ref={focusesConfirm ? undefined : focusOnArrival}
        role="region"
        aria-label={title}
        tabIndex={0}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 pt-2 -outline-offset-2"
      >
        {children}
      </DialogBody>
      <DialogFooter className="max-sm:flex-wrap">
        {buttons}
        <Button onClick={closeDialog} ref={confirm || !focusesConfirm ? undefined : focusOnArrival}>
          Close
          <CommandKeys id="dialog.cancel" className="max-sm:hidden" />
        </Button>
        {confirm && (
          <Button
            ref={focusesConfirm ? focusOnArrival : undefined}
            variant="primary"
            busy={confirm.busy}
            aria-disabled={blocked !== null || undefined}
            onClick={run}
          >
            {confirm.label}
            <CommandKeys id="dialog.confirm" className="max-sm:hidden" />
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

/** Stable, so that React calls it only when the element is added. */
const focusOnArrival = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** What the system's dialog offers; the server recognises a file by its content. */
const ACCEPTED = '.csv,.tsv,.txt,.json,.jsonl,.ndjson'

interface ChoosingProps {
  /** The user's last import, which has ended. */
  last: Import | null
  /** Null until it is known. */
  limitMb: number | null
  refusal: string | null
}

function Choosing({ last, limitMb, refusal }: ChoosingProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <View
      title={TITLE}
      description="Orders, customers, products and suppliers, as another program exports them."
      confirm={{ label: 'Choose a file…', blocked: null, run: () => input.current?.click() }}
      focusesConfirm
    >
      {refusal !== null && (
        <Alert tone="error" title="The file was not taken.">
          {refusal}
        </Alert>
      )}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label="File to import"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          dispatchUpload({ type: 'chosen', files: [...(target.files ?? [])] })
          // Otherwise the same file could not be chosen again.
          target.value = ''
        }}
      />
      <p className="rounded-l border border-dashed border-line-control px-4 py-6 text-center text-fg-2">
        Drop a file anywhere on the console, or choose one.
        {limitMb !== null && ` It may have up to ${formatCount(limitMb)} MB.`} Nothing is loaded before you
        have seen what it would change.
      </p>
      {last && <LastImport last={last} />}
    </View>
  )
}

function LastImport({ last: { id, file_name, result, failure } }: { last: Import }) {
  return (
    <section className="grid gap-2" aria-label="Last import">
      <h3 className="font-semibold wrap-anywhere">Last import: {file_name}</h3>
      {failure !== null && <Alert tone="error">{failure}</Alert>}
      {result && <ImportResultView id={id} result={result} />}
    </section>
  )
}

const MIB = 1024 * 1024

function Sending({ name, size, sent }: { name: string; size: number; sent: number }) {
  const words = `${formatCount(Math.floor(sent / MIB))} of ${formatCount(Math.ceil(size / MIB))} MB sent`
  return (
    <View
      title={`Import ${name}`}
      description="The file is being sent to the server."
      buttons={<Button onClick={() => dispatchUpload({ type: 'cancelled' })}>Cancel the import</Button>}
    >
      <ProgressBar label="Sending" total={size} done={sent} failed={0} />
      <p className="text-small text-fg-2 tabular">{words}</p>
    </View>
  )
}

/** An import that is read or loaded, by whichever user. */
function Running({ one }: { one: Import }) {
  const { id, state, progress, by, is_own, is_stopping, file_name } = one
  const who = is_own ? 'You import' : `${by} imports`
  const reading = is_own ? 'The file is being read. Nothing is loaded yet.' : `${by} has it read now.`
  const description = state === 'loading' ? `${who} it now. One file is imported at a time.` : reading
  return (
    <View
      title={`Import ${file_name}`}
      description={description}
      buttons={
        state === 'loading' ? (
          <ActionButton label="Stop" blocked={is_stopping} run={() => stopLoading(id)} />
        ) : (
          is_own && <ActionButton label="Cancel the import" run={() => abandonImport(id)} />
        )
      }
    >
      <Progress progress={progress} />
      {is_stopping && (
        <p role="status" className="text-small text-fg-2">
          It stops after its present lot. What was loaded stays.
        </p>
      )}
    </View>
  )
}

function Progress({ progress }: { progress: ImportProgress | null }) {
  const { step, done, total } = progress ?? { step: 'Starting', done: 0, total: 0 }
  const percent = percentOf({ progress })
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={step} total={total} done={Math.min(done, total)} failed={0} />
      <p className="text-small text-fg-2 tabular">
        {step}
        {percent !== null && ` ${percent} %`}
      </p>
    </div>
  )
}

/** A button of the footer that asks something of the server. */
function ActionButton({
  label,
  blocked = false,
  run,
}: {
  label: string
  blocked?: boolean
  run(): Promise<void>
}) {
  const { busy, failure, submit } = useSubmission({
    label: 'the import',
    action: run,
    failureOf: refusalOf,
    onDone: () => undefined,
    onFailed: () => undefined,
  })
  return (
    <>
      {failure && (
        <span role="alert" className="mr-auto text-small text-danger-ink">
          {failure.reason ?? 'The server did not answer. Try again.'}
        </span>
      )}
      <Button busy={busy} aria-disabled={blocked || undefined} onClick={() => submit()}>
        {label}
      </Button>
    </>
  )
}

function Previewed({ own, sources }: { own: Import; sources: readonly string[] }) {
  const { id, file_name, preview, options: previewed } = own
  const [options, setOptions] = useState(previewed)
  const { fault, isOther } = checked(options, previewed)
  const refusal = preview?.refusal ?? null
  const mayTake = refusal === null || (preview?.can_override === true && options.anyway)
  const submission = useSubmission({
    label: 'the import',
    action() {
      if (isOther) return previewAgain(id, options)
      followImport(id)
      return loadImport(id, options)
    },
    failureOf: refusalOf,
    onDone: () => undefined,
    onFailed: () => undefined,
  })
  const blocked = fault ?? (isOther || mayTake ? null : refusal)
  const label = isOther ? 'Preview again' : takeLabel(preview?.kinds ?? [])
  return (
    <View
      title={`Import ${file_name}`}
      description={preview?.program ?? 'A file in the console’s own format.'}
      confirm={{ label, blocked, busy: submission.busy, run: () => submission.submit() }}
      buttons={<ActionButton label="Discard" run={() => abandonImport(id)} />}
    >
      {submission.failure && (
        <Alert tone="error" title="The file was not imported.">
          {submission.failure.reason ?? 'The server did not answer. Try again.'}
        </Alert>
      )}
      {refusal !== null && <Alert tone={preview?.can_override ? 'warning' : 'error'} title={refusal} />}
      {preview?.can_override && (
        <CheckField
          label="Load anyway what is right"
          value={options.anyway}
          onChange={(anyway) => setOptions({ ...options, anyway })}
        />
      )}
      <OptionFields
        options={options}
        fault={fault}
        sources={preview?.program === null ? sources : []}
        onChange={setOptions}
      />
      {preview && <ImportPreviewView preview={preview} />}
    </View>
  )
}

const NO_DAY = 'Enter a day like 20/11/2026.'

/** Why options cannot be sent, and whether they need another preview. */
function checked(
  options: ImportOptions,
  previewed: ImportOptions,
): { fault: string | null; isOther: boolean } {
  const { before, source } = options
  const fault = before === null || isAucklandDay(before) ? null : NO_DAY
  return { fault, isOther: before !== previewed.before || source !== previewed.source }
}

interface OptionFieldsProps {
  options: ImportOptions
  fault: string | null
  /** The sources that a file in our own format may have; none for an export of a program. */
  sources: readonly string[]
  onChange(options: ImportOptions): void
}

function OptionFields({ options, fault, sources, onChange }: OptionFieldsProps) {
  const today = todayInAuckland(useNow(MINUTE_MS))
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-3">
      <DateField
        label="Orders older than this are finished"
        value={options.before ?? ''}
        today={today}
        max={today}
        fault={fault}
        onChange={(before) => onChange({ ...options, before: before === '' ? null : before })}
      />
      {sources.length > 0 && (
        <SelectField
          label="Source"
          value={options.source ?? NO_SOURCE}
          options={[NO_SOURCE, ...sources]}
          labelOf={(source) => (source === NO_SOURCE ? 'None' : source)}
          onChange={(source) => onChange({ ...options, source: source === NO_SOURCE ? null : source })}
        />
      )}
    </div>
  )
}

/** No name of a source is blank. */
const NO_SOURCE = ' '
const MINUTE_MS = 60_000
