import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Paper } from '../../../contract/printing.ts'
import type { SavedView } from '../../../contract/saved-views.ts'
import type { OwnSession } from '../../../contract/sign-in.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { capitalised } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { printingQueries } from '../../api/printing.ts'
import { editView, removeView, savedViewQueries } from '../../api/saved-views.ts'
import { endOwnOtherSessions, endOwnSession, sessionQueries } from '../../api/sessions.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { CheckField, SelectField } from '../../form/fields.tsx'
import { LoadFailure } from '../../form/load-failure.tsx'
import { KeysList, KeysTools, moveBetweenLines } from '../../keyboard-help/keys-list.tsx'
import { useLate } from '../../lib/use-late.ts'
import { UnreadableRows } from '../../list/list-frame.tsx'
import { useBackTarget } from '../../record/record-crumb.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { setTheme, THEMES, type Theme, themeAtom } from '../../state/theme.ts'
import { notify } from '../../state/toasts.ts'
import { changeWorkstation, type Workstation, workstationAtom } from '../../state/workstation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { Kbd } from '../../ui/keycap.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { type PrinterOption, printerOptions } from './printer-options.ts'

/** The user's settings (NAV-7), one card per subject. */
export function Component() {
  useBackTarget(paths.list('order'))
  return (
    <>
      <div className="flex h-11 shrink-0 items-center px-4 max-sm:sr-only">
        <h1 className="text-title">Settings</h1>
      </div>
      <div className="scroll-pane border-t border-line p-4 max-sm:p-3">
        <div className="@container detail-width">
          <div className="grid grid-cols-1 items-start gap-4 @min-[1000px]:grid-cols-[384px_minmax(0,1fr)]">
            <div className="grid min-w-0 gap-4">
              <AppearanceCard />
              <WorkstationCard />
              {installation.capabilities.has('saved-views') && <SavedViewsCard />}
              {installation.capabilities.has('sessions') ? <SessionsCard /> : <NoSessions />}
            </div>
            <KeysCard />
          </div>
        </div>
      </div>
    </>
  )
}

/** Shown with a back end that lacks the capability `sessions` (API-1). */
function NoSessions() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
      </CardHeader>
      <p className="p-3 text-fg-2">This console’s server does not list sessions.</p>
    </Card>
  )
}

const LABELS: Record<Theme, string> = { system: 'Match system', light: 'Light', dark: 'Dark' }

/** How the console looks in this browser. */
function AppearanceCard() {
  const theme = useAtomValue(themeAtom)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Appearance</CardTitle>
      </CardHeader>
      <div className="p-3">
        <SelectField
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={THEMES}
          labelOf={(one) => LABELS[one]}
        />
      </div>
    </Card>
  )
}

/** The keys of all commands and the user's changes to them: the content of the `?` sheet. */
function KeysCard() {
  const [text, setText] = useState('')
  return (
    <Card onKeyDown={moveBetweenLines}>
      <CardHeader>
        <CardTitle>Keys</CardTitle>
      </CardHeader>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-soft p-3">
        <KeysTools text={text} onText={setText} />
      </div>
      <div className="p-3">
        <KeysList text={text} />
      </div>
    </Card>
  )
}

/** The equipment of this workstation, kept by this browser for all its users. */
function WorkstationCard() {
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
        {installation.capabilities.has('parcel-contents') && (
          <CheckField
            label="Print the contents of parcels after their labels"
            value={workstation.printContents}
            onChange={(printContents) => changeWorkstation({ printContents })}
          />
        )}
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

/** Where the user is signed in, with a way to end each session but this one. */
function SessionsCard() {
  const { data, error, isPending, refetch } = useQuery(sessionQueries.own())
  const late = useLate(isPending)
  const all = data?.rows ?? NO_SESSIONS
  const others = all.filter(({ is_current }) => !is_current)
  const sessions = [...all.filter(({ is_current }) => is_current), ...others]
  useCommandTarget(
    'sessions',
    useMemo(() => ({ others: others.length, endOthers: endOwnOtherSessions }), [others.length]),
  )
  return (
    <Card>
      <CardHeader>
        <CardTitle id="sessions">Sessions</CardTitle>
        <span className="ml-auto">
          <CommandButton id="sessions.end-others" />
        </span>
      </CardHeader>
      {late && <Spinner className="m-3" />}
      {error && (
        <LoadFailure
          error={error}
          message="Failed to get your sessions, try again."
          className="m-3"
          onRetry={() => void refetch()}
        />
      )}
      <UnreadableRows count={data?.unreadable ?? 0} />
      {sessions.length > 0 && (
        <ul aria-labelledby="sessions" className="divide-y divide-line-soft">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const NO_SESSIONS: readonly OwnSession[] = []

function SessionRow({ session }: { session: OwnSession }) {
  const [busy, setBusy] = useState(false)
  const name = session.user_agent ?? 'Unknown browser'
  const since = `signed in ${formatDateTime(session.created_at)}`
  const end = () => {
    setBusy(true)
    endOwnSession(session.id)
      .then(() => notify('success', `Session ended: ${name}`))
      .catch((error: unknown) => notify('error', refusalOf(error).reason ?? MESSAGES.somethingWrong))
      .finally(() => setBusy(false))
  }
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-1.5">
      <span className="grid min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {session.is_current && <Badge tone="sky">This session</Badge>}
        </span>
        <span className="text-small text-fg-3 tabular">
          {capitalised(since)}, last active {formatDateTime(session.last_seen_at)}
        </span>
      </span>
      {!session.is_current && (
        <Button busy={busy} aria-label={`End ${name}, ${since}`} onClick={end}>
          End
        </Button>
      )}
    </li>
  )
}

const NO_VIEWS: readonly SavedView[] = []

/** The user's saved views: their names, their order and the one that opens after signing in. */
function SavedViewsCard() {
  const { data, error, refetch } = useQuery(savedViewQueries.own())
  const views = data?.rows ?? NO_VIEWS
  return (
    <Card>
      <CardHeader>
        <CardTitle id="saved-views">Saved views</CardTitle>
      </CardHeader>
      {error && (
        <LoadFailure
          error={error}
          message="Failed to get your saved views, try again."
          className="m-3"
          onRetry={() => void refetch()}
        />
      )}
      {data && views.length === 0 && (
        <p className="p-3 text-fg-2">Shift+V on a list saves its filters as a view.</p>
      )}
      <ul aria-labelledby="saved-views" className="divide-y divide-line-soft">
        {views.map((view, index) => (
          <ViewRow key={view.id} view={view} place={index} last={index === views.length - 1} />
        ))}
      </ul>
    </Card>
  )
}

interface ViewRowProps {
  view: SavedView
  /** From 0. */
  place: number
  last: boolean
}

function ViewRow({ view, place, last }: ViewRowProps) {
  const { id, list, name, address, is_default } = view
  const [busy, setBusy] = useState(false)
  const change = (changed: Promise<void>) => {
    setBusy(true)
    changed
      .catch((error: unknown) => notify('error', refusalOf(error).reason ?? MESSAGES.somethingWrong))
      .finally(() => setBusy(false))
  }
  const move = (to: number) => change(editView(id, { place: to }))
  return (
    <li className="grid gap-1.5 px-3 py-2" aria-busy={busy}>
      <div className="flex items-start gap-2">
        <ViewName view={view} />
        <Button
          aria-label={`Move ${name} up`}
          aria-disabled={place === 0 || undefined}
          onClick={() => place > 0 && move(place - 1)}
        >
          <ArrowUp className="icon-14" aria-hidden="true" />
        </Button>
        <Button
          aria-label={`Move ${name} down`}
          aria-disabled={last || undefined}
          onClick={() => !last && move(place + 1)}
        >
          <ArrowDown className="icon-14" aria-hidden="true" />
        </Button>
        <Button aria-label={`Delete ${name}`} onClick={() => change(removeView(id))}>
          <Trash2 className="icon-14" aria-hidden="true" />
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-small text-fg-2">
        <Kbd>v</Kbd>
        <Kbd>{place + 1}</Kbd>
        <Link to={address} className="min-w-0 truncate rounded-s text-accent-ink">
          {capitalised(list)}
        </Link>
        <span className="ml-auto">
          <CheckField
            label="Opens after signing in"
            value={is_default === true}
            onChange={(opens) => change(editView(id, { is_default: opens }))}
          />
        </span>
      </div>
    </li>
  )
}

/** A field for the name. Enter or leaving the field saves it; a refused name stays in the field, with the reason. */
function ViewName({ view: { id, list, name } }: { view: SavedView }) {
  const [draft, setDraft] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const save = async () => {
    if (draft === null || draft.trim() === name) return
    try {
      await editView(id, { name: draft })
      setDraft(null)
      setReason(null)
    } catch (error) {
      setReason(refusalOf(error).reason ?? MESSAGES.somethingWrong)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} className="grid min-w-0 flex-1 gap-1">
      <Input
        aria-label={`Name of ${name}, ${list}`}
        aria-invalid={reason !== null}
        value={draft ?? name}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => void save()}
      />
      {reason !== null && (
        <p role="alert" className="text-small text-danger-ink">
          {reason}
        </p>
      )}
    </form>
  )
}
