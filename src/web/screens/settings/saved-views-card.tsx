import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import type { SavedView } from '../../../contract/saved-views.ts'
import { capitalised } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { editView, removeView, savedViewQueries } from '../../api/saved-views.ts'
import { CheckField } from '../../form/fields.tsx'
import { LoadFailure } from '../../form/load-failure.tsx'
import { notify } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { Kbd } from '../../ui/keycap.tsx'

const NONE: readonly SavedView[] = []

/** The user's saved views: their names, their order and the one that opens after signing in. */
export function SavedViewsCard() {
  const { data, error, refetch } = useQuery(savedViewQueries.own())
  const views = data?.rows ?? NONE
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
