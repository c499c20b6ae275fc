import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PrinterChoice } from '../../../../commands/engine/context.ts'
import { fold } from '../../../domain/format/text.ts'
import { printingQueries } from '../../api/printing.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { LoadFailure } from '../../form/load-failure.tsx'
import { printerFor, printOn } from '../../printing/print.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { notify } from '../../state/toasts.ts'
import { changeWorkstation, workstation } from '../../state/workstation.ts'
import { Spinner } from '../../ui/progress.tsx'
import { type PrinterOption, printerOptions } from './printer-options.ts'

/** Asks for a printer: for the labels or the A4 documents of this workstation, or for one document now. */
export function ChoosePrinterDialog() {
  const dialog = useAtomValue(dialogAtom)
  return dialog?.name === 'choose-printer' ? <ChoosePrinter choice={dialog.choice} /> : null
}

const TEXTS: Record<PrinterChoice['kind'], { title: string; about: string; confirm: string }> = {
  'label-printer': {
    title: 'Label printer',
    about: 'Labels of this workstation are printed here, without a dialog.',
    confirm: 'Choose',
  },
  'paper-printer': {
    title: 'A4 printer',
    about: 'A4 documents of this workstation are printed here, without a dialog.',
    confirm: 'Choose',
  },
  print: { title: 'Print on another printer', about: 'Prints the last job now.', confirm: 'Print' },
}

const NAMED = 'Prints the labels now.'
const FAILED = 'Failed to get the printers, try again.'

function ChoosePrinter({ choice }: { choice: PrinterChoice }) {
  const { data, error, refetch } = useQuery(printingQueries.printers())
  const [picked, setPicked] = useState<string | null>(null)
  useWait(
    data || error ? null : { label: 'the printers', record: null, holds: 'all' },
    error ? { type: 'failed', reason: FAILED } : ARRIVED,
  )
  const options = data ? optionsFor(choice, data.rows) : []
  const value = picked ?? valueFor(choice, options)
  const { title, about, confirm } = TEXTS[choice.kind]
  const chosen = options.find((option) => option.value === value)
  const submit = () => {
    if (chosen) choose(choice, chosen)
  }
  return (
    <FormDialog
      title={title}
      description={choice.kind === 'print' && choice.named !== undefined ? NAMED : about}
      confirmLabel={confirm}
      failureMessage={null}
      submission={{ busy: false, failure: null, submit }}
      onCancel={closeDialog}
    >
      {() => (
        <>
          {!data && !error && <Spinner />}
          {error && <LoadFailure error={error} message={FAILED} onRetry={() => void refetch()} />}
          {data && <Options options={options} value={value} label={title} onPick={setPicked} />}
        </>
      )}
    </FormDialog>
  )
}

interface OptionsProps {
  options: readonly PrinterOption[]
  value: string
  label: string
  onPick(value: string): void
}

/** Radio buttons, whose arrow keys choose. */
function Options({ options, value, label, onPick }: OptionsProps) {
  return (
    <div ref={focusChosen} role="radiogroup" aria-label={label} className="grid gap-1">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-8 items-center gap-2 rounded-m border border-line px-2.5 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:min-h-11"
        >
          <input
            type="radio"
            name="printer"
            value={option.value}
            checked={option.value === value}
            onChange={() => onPick(option.value)}
            className="accent-accent outline-none"
          />
          <span className="min-w-0 flex-1 truncate font-medium">{option.label}</span>
          <span className="text-small text-fg-3">{option.paper}</span>
        </label>
      ))}
    </div>
  )
}

/** The printers may load while the dialog is open. */
function focusChosen(group: HTMLElement | null): void {
  group?.querySelector<HTMLInputElement>('input:checked')?.focus()
}

function optionsFor(choice: PrinterChoice, printers: Parameters<typeof printerOptions>[0]): PrinterOption[] {
  const all = printerOptions(printers, choice.kind === 'paper-printer' ? 'A4' : null)
  if (choice.kind !== 'print') return all
  if (choice.named !== undefined) return all.filter(({ printer }) => printer !== null)
  const failed = printerFor(choice.document)
  const others = all.filter(({ printer }) => printer !== null && printer !== failed)
  return others.length > 0 ? others : all.filter(({ printer }) => printer !== null)
}

/** The initial choice: the named printer or none, otherwise the current printer, otherwise the first one. */
function valueFor(choice: PrinterChoice, options: readonly PrinterOption[]): string {
  if (choice.kind === 'print' && choice.named !== undefined) {
    const name = fold(choice.named)
    return options.find(({ label }) => fold(label) === name)?.value ?? ''
  }
  const { labelPrinter, paperPrinter } = workstation()
  const now =
    choice.kind === 'label-printer' ? labelPrinter : choice.kind === 'paper-printer' ? paperPrinter : null
  const current = options.find(({ printer }) => printer !== null && printer === now) ?? options[0]
  return current?.value ?? ''
}

function choose(choice: PrinterChoice, { printer, label }: PrinterOption): void {
  closeDialog()
  if (choice.kind === 'print') {
    if (printer !== null) void printOn(printer, choice.document)
    return
  }
  const isForLabels = choice.kind === 'label-printer'
  changeWorkstation(isForLabels ? { labelPrinter: printer } : { paperPrinter: printer })
  notify(
    'success',
    `${isForLabels ? 'Labels print' : 'A4 prints'} ${printer === null ? 'in the browser' : `on ${label}`}`,
  )
}
