import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Paper } from '../../../contract/printing.ts'
import { refusalOf } from '../../api/failure.ts'
import { printingQueries } from '../../api/printing.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CheckField, SelectField } from '../../form/fields.tsx'
import { installation } from '../../state/installation.ts'
import { changeWorkstation, type Workstation, workstationAtom } from '../../state/workstation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { type PrinterOption, printerOptions } from './printer-options.ts'

/** The equipment of this workstation, kept by this browser for all its users. */
export function WorkstationCard() {
  const workstation = useAtomValue(workstationAtom)
  return (
    <Card>
      <CardHeader>
        <CardTitle>This workstation</CardTitle>
        <span className="ml-auto">
          <CommandButton id="printing.test-label" />
        </span>
      </CardHeader>
      <div className="grid gap-3 p-3">
        {installation.capabilities.has('printing') ? <Printers workstation={workstation} /> : <NoPrinters />}
        <CheckField
          label="Print labels when booked"
          value={workstation.printWhenBooked}
          onChange={(printWhenBooked) => changeWorkstation({ printWhenBooked })}
        />
        <CheckField
          label="Sounds at the ship station"
          value={workstation.sound}
          onChange={(sound) => changeWorkstation({ sound })}
        />
      </div>
    </Card>
  )
}

function Printers({ workstation }: { workstation: Workstation }) {
  const { data, error, refetch } = useQuery(printingQueries.printers())
  const printers = data?.rows ?? []
  if (error) {
    return (
      <Alert
        tone="error"
        title={refusalOf(error).reason ?? 'Failed to get the printers, try again.'}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  const select = (label: string, paper: Paper | null, current: string | null, name: keyof Workstation) => (
    <PrinterSelect
      label={label}
      options={withCurrent(printerOptions(printers, paper), current)}
      current={current}
      onChoose={(printer) => changeWorkstation({ [name]: printer })}
    />
  )
  return (
    <div className="grid gap-3">
      {select('Label printer', null, workstation.labelPrinter, 'labelPrinter')}
      {select('A4 printer', 'A4', workstation.paperPrinter, 'paperPrinter')}
    </div>
  )
}

/** Adds the current printer if it is not among the server's printers, or they have not loaded. */
function withCurrent(options: PrinterOption[], current: string | null): PrinterOption[] {
  if (current === null || options.some(({ printer }) => printer === current)) return options
  return [{ value: current, printer: current, label: current, paper: '' }, ...options]
}

interface PrinterSelectProps {
  label: string
  options: readonly PrinterOption[]
  current: string | null
  onChoose(printer: string | null): void
}

/** The value of the option for the browser. A blank value would mean that nothing is chosen. */
const BROWSER_VALUE = ' '

function PrinterSelect({ label, options, current, onChoose }: PrinterSelectProps) {
  const keyOf = ({ value }: PrinterOption) => value || BROWSER_VALUE
  const labelOf = (value: string) => {
    const option = options.find((one) => keyOf(one) === value)
    return [option?.label, option?.paper].filter(Boolean).join(' · ')
  }
  return (
    <SelectField
      label={label}
      value={current ?? BROWSER_VALUE}
      options={options.map(keyOf)}
      labelOf={labelOf}
      onChange={(value) => onChoose(value === BROWSER_VALUE ? null : value)}
    />
  )
}

function NoPrinters() {
  return <p className="text-fg-2">Labels are printed by the browser, because the server has no printers.</p>
}
