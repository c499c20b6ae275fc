import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Targets } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { recordAnswer } from '../api/record-answer.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandTarget } from '../commands/targets.ts'
import type { NavigableList } from '../list/navigable-list.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import { useOwnTitle } from '../state/own-title.ts'
import { RecordCrumb } from './record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from './record-states.tsx'
import { RecordTitle } from './record-title.tsx'
import { useOpened } from './use-opened.ts'
import { useRecordNavigation } from './use-record-navigation.ts'
import { useRecordTarget, useRecordWait } from './use-record-target.ts'

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
  const { failed } = kindOf({ kind })
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
