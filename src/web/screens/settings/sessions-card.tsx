import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OwnSession } from '../../../contract/sessions.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { capitalised } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/failure.ts'
import { endOwnOtherSessions, endOwnSession, sessionQueries } from '../../api/sessions.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { LoadFailure } from '../../form/load-failure.tsx'
import { useLate } from '../../lib/use-late.ts'
import { UnreadableRows } from '../../list/list-states.tsx'
import { notify } from '../../state/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Where the user is signed in, with a way to end each session but this one. */
export function SessionsCard() {
  const { data, error, isPending, refetch } = useQuery(sessionQueries.own())
  const late = useLate(isPending)
  const all = data?.rows ?? NONE
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

const NONE: readonly OwnSession[] = []

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
