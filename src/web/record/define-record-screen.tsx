import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Targets } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { type RecordAnswer, recordAnswer } from '../api/record-source.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandTarget } from '../commands/targets.ts'
import type { NavigableList } from '../list/define-record-list.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paths } from '../routing/paths.ts'
import { useOwnTitle } from '../routing/screen-title.ts'
import { now } from '../state/clock.ts'
import { ARRIVED, useWait } from '../state/key-queue.ts'
import { RecordCrumb, useOrigin } from './record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from './record-states.tsx'
import { type RecordNavigation, useRecordNavigation } from './use-record-navigation.ts'

interface HeadProps<One> {
  /** Null until loaded. */
  record: One | null
  /** Whether the record does not exist. */
  missing: boolean
}

export interface RecordProps<One> {
  /** The id in its address. */
  id: string
  record: One
}

interface RecordScreenParts<Kind extends RecordKind, One, Key extends QueryKey> {
  kind: Kind
  /** The list that the record was opened from. Called when the screen opens. */
  list(): NavigableList
  query(id: string): UseQueryOptions<One, Error, One, Key>
  /** The title: a noun, and the code as displayed. */
  heading(id: string, record: One | null): { noun?: string; code: string }
  /** Badges and buttons after the title. */
  Head: ComponentType<HeadProps<One>>
  Body: ComponentType<RecordProps<One>>
  /** Message if the record does not exist. Default: that it could not be loaded. */
  missing?: string
  /** A command for a record that does not exist, offered with that message. */
  missingCommand?: CommandId
}

interface RecordScreen {
  /** The screen of the current address's record. */
  Component: ComponentType
  View: ComponentType<{ id: string }>
}

/** Declares the screen of a kind of record. It renders at once with the data that a list already has. */
export function defineRecordScreen<Kind extends RecordKind, One extends Targets[Kind], Key extends QueryKey>(
  parts: RecordScreenParts<Kind, One, Key>,
): RecordScreen {
  const { kind, Head, Body } = parts
  const { failure: failed } = kindFacts(kind)
  const { missing = failed, missingCommand } = parts

  function View({ id }: { id: string }) {
    const { record, state, reason, retry } = recordAnswer(useQuery(parts.query(id)))
    const [list] = useState(parts.list)
    const navigation = useRecordNavigation(list, id)
    const heading = parts.heading(id, record)
    useRecordTarget({ kind, id, loading: state === 'loading', navigation })
    useRecordWait(kind, id, state, state === 'missing' ? missing : failed)
    useCommandTarget(kind, record)
    useOpened(kind, id, record === null ? null : kindFacts(kind).code(record))
    // If the record does not change the heading, the route's title is the same.
    const isOwn = heading.code !== parts.heading(id, null).code
    useOwnTitle(isOwn ? [heading.noun, heading.code].filter(Boolean).join(' ') : null)
    return (
      <div className="flex h-full min-h-0 flex-col bg-surface">
        <RecordCrumb navigation={navigation} />
        <RecordTitle {...heading}>
          <Head record={record} missing={state === 'missing'} />
        </RecordTitle>
        {state === 'missing' && (
          <RecordFailure message={missing}>
            {missingCommand && <CommandButton id={missingCommand} />}
          </RecordFailure>
        )}
        {state === 'failed' && <RecordFailure message={failed} reason={reason} onRetry={retry} />}
        {record && <Body key={id} id={id} record={record} />}
        {state === 'loading' && <RecordSkeleton />}
      </div>
    )
  }

  function Component() {
    const { id = '' } = useParams()
    return <View id={id} />
  }
  return { Component, View }
}

interface RecordTitleProps {
  /** The noun of the record: 'Order'. */
  noun?: string
  /** The displayed code, after the noun: '#104823'. */
  code: string
  /** Badges, and the actions at the right. */
  children?: ReactNode
}

/** The title of a record. On a narrow screen the shell's bar shows it, and the badges take its line. */
export function RecordTitle({ noun, code, children }: RecordTitleProps) {
  return (
    <div className="head-width flex min-h-9 shrink-0 flex-wrap items-center gap-2 px-4 max-sm:min-h-0">
      <h1 className="mr-1 min-w-0 text-title break-words max-sm:sr-only">
        {noun && `${noun} `}
        <code className="text-[16.5px] font-semibold tracking-[-0.03em]">{code}</code>
      </h1>
      {children}
    </div>
  )
}

interface OpenRecord {
  kind: RecordKind
  /** The id in its address. */
  id: string
  /** While loading, keys that act on the record wait. */
  loading: boolean
  navigation: RecordNavigation
}

/** Makes the open record the target of the record commands: Back, adjacent records, tabs. */
function useRecordTarget({ kind, id, loading, navigation }: OpenRecord): void {
  const { next, previous, adjacentPage } = navigation
  const back = useOrigin(navigation.back)?.path ?? navigation.back
  const record = useMemo(
    () => ({
      kind,
      code: id,
      loading,
      back,
      next: next === null ? null : paths.record(kind, next),
      previous: previous === null ? null : paths.record(kind, previous),
      adjacentPage,
      tab: (name: string) => paths.record(kind, id, name),
    }),
    [kind, id, loading, back, next, previous, adjacentPage],
  )
  useCommandTarget('record', record)
}

/**
 * Lets the keys of a record's commands wait while it is loading.
 * @param failure the message shown if it cannot be loaded
 */
function useRecordWait(
  kind: RecordKind,
  id: string,
  state: RecordAnswer<unknown>['state'],
  failure: string,
): void {
  const holds = { targets: [kind, 'consignmentForm', 'parcels', 'labels'] } as const
  useWait(
    state === 'loading' ? { label: id, record: { kind, code: id }, holds } : null,
    state === 'there' ? ARRIVED : { type: 'failed', reason: failure },
  )
}

/** Marks a record as opened in the record index, so that the palette ranks it first. Null until it is loaded. */
function useOpened(kind: RecordKind, id: string, code: string | null): void {
  useEffect(() => {
    const known = code === null ? [] : [code, id].flatMap((text) => recordIndex.exact(text, [kind]))
    const opened = known[0]
    if (opened) recordIndex.opened(opened, now())
  }, [kind, id, code])
}
