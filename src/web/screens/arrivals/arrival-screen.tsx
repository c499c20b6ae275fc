import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router-dom'
import type { NoticeLink } from '../../../../commands/engine/context.ts'
import type { Arrival, ArrivalFault } from '../../../contract/arrivals.ts'
import {
  arrivalHeading,
  arrivalKind,
  arrivalTitle,
  fieldLabel,
  fieldsByFault,
  originalLines,
} from '../../../domain/arrivals/arrival.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { kindFacts, type RecordKind } from '../../../domain/records/record-kind.ts'
import { arrivalQueries, refreshArrivals, sendReplay, sendTaking, type Taking } from '../../api/arrivals.ts'
import { refusalOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { recordAnswer } from '../../api/record-source.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { TextAreaField, TextField } from '../../form/fields.tsx'
import { useSubmission, WAITING } from '../../form/use-submission.ts'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { RecordTitle } from '../../record/define-record-screen.tsx'
import { Fact, Facts, TextFact } from '../../record/facts.tsx'
import { RecordCrumb, useOrigin } from '../../record/record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from '../../record/record-states.tsx'
import { type RecordNavigation, useRecordNavigation } from '../../record/use-record-navigation.ts'
import { paths } from '../../routing/paths.ts'
import { useOwnTitle } from '../../routing/screen-title.ts'
import { installation } from '../../state/installation.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { notify } from '../../state/toasts.ts'
import { mergeTexts, useDraft } from '../../storage/drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { enterField, onEnter } from '../consignment-form/form-keys.ts'
import { ArrivalBadge, arrivalNavigation, arrivalPath } from './arrivals-list.tsx'

const MISSING = 'This does not wait any more.'
const LOAD_FAILED = 'Failed to load what has arrived, please try again.'
const TAKE_FAILED = 'Failed to take the record, please try again.'

/** Starts loading the record without waiting for it. Not found without the capability. */
export function loader({ params: { id = '' } }: LoaderFunctionArgs): null {
  if (!installation.capabilities.has('arrivals'))
    throw new Response(null, { status: 404, statusText: 'Not Found' })
  void queryClient.prefetchQuery(arrivalQueries.detail(id))
  return null
}

/** A refused record: as it came, beside what would be stored, which staff mend and take (ARR-3). */
export function Component() {
  const { id = '' } = useParams()
  return <ArrivalScreen key={id} id={id} />
}

function ArrivalScreen({ id }: { id: string }) {
  const { record: arrival, state, reason, retry } = recordAnswer(useQuery(arrivalQueries.detail(id)))
  const navigation = useRecordNavigation(arrivalNavigation, id)
  useArrivalTarget(id, state === 'loading', navigation)
  useWait(
    state === 'loading' ? { label: 'the arrival', record: null, holds: FOR_ARRIVAL } : null,
    state === 'there' ? ARRIVED : { type: 'failed', reason: state === 'missing' ? MISSING : LOAD_FAILED },
  )
  useOwnTitle(arrival && arrivalTitle(arrival))
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RecordCrumb navigation={navigation} />
      <RecordTitle {...(arrival ? arrivalHeading(arrival) : { noun: 'Arrival', code: id })}>
        {arrival && <ArrivalBadge arrival={arrival} />}
        <span className="ml-auto flex items-center gap-2">
          <CommandButton id="arrivals.leave-out" />
          <CommandButton id="arrival.take" variant="primary" />
        </span>
      </RecordTitle>
      {state === 'missing' && <RecordFailure message={MISSING} />}
      {state === 'failed' && <RecordFailure message={LOAD_FAILED} reason={reason} onRetry={retry} />}
      {arrival && <ArrivalBody arrival={arrival} back={navigation.back} />}
      {state === 'loading' && <RecordSkeleton />}
    </div>
  )
}

/** The keys that wait while an arrival is loading. */
const FOR_ARRIVAL = { targets: ['arrival', 'arrivals'] } as const

/** Makes the open arrival the target of Back and of the keys for the adjacent ones, among which orders may be. */
function useArrivalTarget(id: string, loading: boolean, navigation: RecordNavigation): void {
  const { next, previous, adjacentPage } = navigation
  const back = useOrigin(navigation.back)?.path ?? navigation.back
  const target = useMemo(
    () => ({
      ...{ kind: null, code: id, loading, back, adjacentPage },
      next: next === null ? null : arrivalPath(next),
      previous: previous === null ? null : arrivalPath(previous),
    }),
    [id, loading, back, next, previous, adjacentPage],
  )
  useCommandTarget('record', target)
}

interface BodyProps {
  arrival: Arrival
  /** The address of the list. */
  back: string
}

function ArrivalBody({ arrival, back }: BodyProps) {
  const isOpen = arrival.state === 'waiting' || arrival.state === 'left-out'
  useCommandTarget(
    'arrivals',
    useMemo(() => (isOpen ? [arrival] : null), [isOpen, arrival]),
  )
  const isRecord = arrival.type === 'record'
  return (
    <div className="scroll-pane @container border-t border-line p-4 max-sm:p-3">
      <div className="grid max-w-[1280px] items-start gap-4 @min-[860px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-4">
          <SettledNotice arrival={arrival} />
          {isRecord && <RecordForm arrival={arrival} back={back} />}
          {!isRecord && <FaultsCard arrival={arrival} />}
        </div>
        <div className="grid min-w-0 gap-4">
          <SourceCard arrival={arrival} />
          {isRecord && <OriginalCard arrival={arrival} />}
        </div>
      </div>
    </div>
  )
}

/** What has become of it. */
function SettledNotice({ arrival: { state, settled_by, settled_at, reason } }: { arrival: Arrival }) {
  if (state === 'waiting') return null
  const by = nonBlank(settled_by) ?? 'somebody'
  const when = formatDateTime(settled_at)
  if (state === 'right') {
    return (
      <Alert
        tone="success"
        title={`Its source has sent it again without faults, and it was loaded, ${when}.`}
      />
    )
  }
  if (state === 'taken') return <Alert tone="success" title={`Taken by ${by}, ${when}.`} />
  return (
    <Alert tone="info" title={`Left out by ${by}, ${when}.`}>
      {nonBlank(reason)}
    </Alert>
  )
}

type Field = Arrival['fields'][number]

/** The record as it would be stored. Typed text is kept as a draft until the record is taken. */
function RecordForm({ arrival, back }: BodyProps) {
  const { fields, change, faults, attempt, submission, blocked, take } = useTaking(arrival, back)
  const { faulty, others, whole } = fieldsByFault(withLacking(arrival.fields, Object.keys(fields)), faults)
  useCommandTarget(
    'arrival',
    useMemo(() => ({ take, blocked, replay: () => replay(arrival) }), [take, blocked, arrival]),
  )
  const field = (one: Field, error: string | null) => (
    <ArrivalField
      key={one.field}
      field={one}
      value={fields[one.field] ?? one.value}
      error={error}
      onChange={(value) => change({ [one.field]: value })}
    />
  )
  if (arrival.fields.length === 0) {
    return (
      <Alert tone="warning" title="This record cannot be mended here.">
        It could not be translated into the fields of the console. Mend it at its source, or leave it out.
      </Alert>
    )
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>As it would be stored</CardTitle>
      </CardHeader>
      <form
        // Anew after each refusal, so that the first fault gets the focus.
        key={attempt}
        ref={enterFirstFault}
        noValidate
        aria-label="As it would be stored"
        className="grid gap-3 p-3"
        onKeyDown={onEnter}
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        {submission.failure && (
          <Alert tone="error" title={TAKE_FAILED}>
            {submission.failure.reason}
          </Alert>
        )}
        {whole.length > 0 && <Alert tone="error" title={`The record ${whole.join('; ')}.`} />}
        <div className="grid gap-x-3 gap-y-2.5 sm:grid-cols-2">
          {/* One array, so that a field keeps the focus when another revision finds it right or faulty. */}
          {[
            ...faulty.map((one) => field(one, one.reason)),
            faulty.length > 0 && others.length > 0 && (
              <hr key="rule" className="col-span-full border-line-soft" />
            ),
            ...others.map((one) => field(one, null)),
          ]}
        </div>
      </form>
    </Card>
  )
}

function enterFirstFault(form: HTMLFormElement | null): void {
  enterField(form?.querySelector<HTMLElement>('[aria-invalid="true"]'))
}

/** Fields that may have several lines. */
const isLong = (field: string) => /(^|\.)notes$/.test(field)

interface ArrivalFieldProps {
  field: Field
  value: string
  error: string | null
  onChange(value: string): void
}

function ArrivalField({ field: { field, value: came }, value, error, onChange }: ArrivalFieldProps) {
  // Not part of the field's name, which must not change while the user types.
  const count = value === came ? null : came === '' ? 'was blank' : `was ${came}`
  const parts = { label: fieldLabel(field), value, error, onChange, count }
  return isLong(field) ? <TextAreaField {...parts} /> : <TextField {...parts} />
}

/** The faults of the mended fields in the last attempt to take a revision of the record. */
interface Refused {
  attempt: number
  /** Null before the first attempt. */
  revision: number | null
  faults: readonly ArrivalFault[]
  /** The faulty fields of all attempts. */
  named: readonly string[]
}

/**
 * The mended fields of a record, and how it is taken. If something else comes meanwhile, its faults are shown, and what
 * was typed stays.
 */
function useTaking(arrival: Arrival, back: string) {
  const { id, state, revision, fields: came } = arrival
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused>({ attempt: 0, revision: null, faults: [], named: [] })
  const faults = refused.revision === revision ? refused.faults : arrival.faults
  const initial = useMemo(
    () => initialFields(withLacking(came, [...faultyFields(arrival.faults), ...refused.named])),
    [came, arrival.faults, refused.named],
  )
  const [fields, change, forget] = useDraft(`arrival/${id}`, initial, mergeTexts)
  const isMended = ([name, value]: [string, string]) => value !== (initial[name] ?? '')
  const mended = Object.fromEntries(Object.entries(fields).filter(isMended))
  const submission = useSubmission<void, Taking>({
    label: arrivalTitle(arrival),
    action: () => sendTaking(arrival, mended),
    failureOf: refusalOf,
    onDone(taking, here) {
      if ('faults' in taking) {
        setRefused(({ attempt, named }) => ({
          ...{ attempt: attempt + 1, revision, faults: taking.faults },
          named: [...named, ...faultyFields(taking.faults)],
        }))
        return
      }
      forget()
      notify('success', `${arrivalTitle({ ...arrival, code: taking.code })} taken`, {
        link: linkTo(arrival, taking.code),
      })
      void refreshArrivals()
      if (here) void navigate(back)
    },
    onFailed(here) {
      if (!here) notify('error', `${arrivalTitle(arrival)}: ${TAKE_FAILED}`)
      void refreshArrivals()
    },
  })
  const isOpen = state === 'waiting' || state === 'left-out'
  const take = useStableCallback(() => submission.submit())
  const blocked = submission.busy ? WAITING : isOpen ? null : 'It does not wait any more'
  return { fields, change, faults, attempt: refused.attempt, submission, blocked, take }
}

/** The server applies its messages in the background; the record then ends, or shows why it is refused. */
async function replay(arrival: Arrival): Promise<void> {
  await sendReplay(arrival.id)
  notify('info', `${arrivalTitle(arrival)}: what its source sent is applied again`)
}

/** The kinds whose address has their code. */
const WITH_CODE: readonly (RecordKind | null)[] = ['order', 'customer']

function linkTo({ kind: name }: Arrival, code: string | null): NoticeLink | null {
  const kind = arrivalKind(name)
  if (kind === null || code === null || !WITH_CODE.includes(kind)) return null
  return { label: `Open ${kindFacts(kind).name}`, path: paths.record(kind, code) }
}

function initialFields(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ field, value }) => [field, value] as const))
}

function faultyFields(faults: readonly ArrivalFault[]): string[] {
  return faults.flatMap(({ field }) => nonBlank(field) ?? [])
}

/** The fields of a record as they came, with blank ones of these names if it lacks them. */
function withLacking(came: readonly Field[], names: readonly string[]): Field[] {
  const known = new Set(came.map(({ field }) => field))
  const lacking = new Set(names.filter((name) => !known.has(name)))
  return [...came, ...Array.from(lacking, (field) => ({ field, value: '' }))]
}

function SourceCard({ arrival: { source, origin, line, since } }: { arrival: Arrival }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where it came from</CardTitle>
      </CardHeader>
      <Facts>
        <TextFact name="Source" value={source} />
        <TextFact name="File or message" value={origin} />
        {line ? <TextFact name="Line" value={String(line)} /> : null}
        <Fact name="Since">{formatDateTime(since)}</Fact>
      </Facts>
    </Card>
  )
}

/** Why a file was refused as a whole, with its list of faults. */
function FaultsCard({ arrival: { original, faults } }: { arrival: Arrival }) {
  const list = nonBlank(original)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Why it was refused</CardTitle>
      </CardHeader>
      <div className="grid gap-2 p-3">
        {faults.map(({ reason }) => (
          <p key={reason}>{reason}</p>
        ))}
        {list !== null && (
          <pre className="overflow-x-auto font-mono text-small whitespace-pre-wrap text-fg-2">{list}</pre>
        )}
      </div>
    </Card>
  )
}

/** What came, line by line. */
function OriginalCard({ arrival: { original } }: { arrival: Arrival }) {
  const text = nonBlank(original)
  return (
    <Card>
      <CardHeader>
        <CardTitle>As it came</CardTitle>
      </CardHeader>
      {text === null ? (
        <p className="p-3 text-fg-2">What came was deleted.</p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-x-3 p-3 [&>*]:py-0.5">
          {originalLines(text).map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <OriginalLineRow key={index} name={name} value={value} />
          ))}
        </dl>
      )}
    </Card>
  )
}

function OriginalLineRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-small wrap-anywhere text-fg-2">{name}</dt>
      <dd className="wrap-anywhere tabular">{value}</dd>
    </>
  )
}
