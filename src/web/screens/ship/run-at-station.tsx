import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { counted, nonBlank } from '../../../domain/format/text.ts'
import { type StationQueue, stationQueue } from '../../../domain/orders/pick-run.ts'
import { followPickRun, pickRunQueries } from '../../api/pick-runs.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Phase } from './station.ts'

/** The pick run that the station follows, as its address names it (RUN-8). */
interface FollowedRun {
  id: string
  queue: StationQueue
  /** The orders that were at the station, sent or not: Enter does not come back to one that was refused or closed. */
  passed: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The run in the address of the station; null without one, and until it is loaded.
 * @param order the code at the station, also one that is refused; null for none
 */
export function useFollowedRun(phase: Phase, order: string | null): FollowedRun | null {
  const [search] = useSearchParams()
  const id = installation.capabilities.has('pick-runs') ? search.get('run') : null
  const { data } = useQuery({ ...pickRunQueries.run(id ?? ''), enabled: id !== null })
  const [passed, setPassed] = useState(NONE)
  if (order !== null && !passed.has(order)) setPassed(new Set([...passed, order]))
  const isBooked = phase.name === 'booked'
  useEffect(() => {
    if (isBooked && id !== null) followPickRun({ code: id })
  }, [isBooked, id])
  return id === null || data === undefined ? null : { id, queue: stationQueue(data), passed }
}

/** The order that an Enter in the empty scan field opens; null if it opens none. */
export function nextOfRun(run: FollowedRun | null, phase: Phase): string | null {
  const isBetween = phase.name === 'waiting' || phase.name === 'booked' || phase.name === 'refused'
  if (run === null || !isBetween) return null
  return run.queue.orders.find(({ code, isSent }) => !isSent && !run.passed.has(code))?.code ?? null
}

interface RunAtStationProps {
  run: FollowedRun
  phase: Phase
  /** The code of the order at the station; null if there is none. */
  order: string | null
}

/** How far the station is with the run: '3 of 14 of pick run 12'. */
export function RunAtStation({ run, phase, order }: RunAtStationProps) {
  const { id, queue, passed } = run
  const { orders } = queue
  const skipped = orders.filter(({ code, isSent }) => !isSent && passed.has(code) && code !== order)
  const aside = [...queue.aside, ...skipped.map(({ code }) => ({ code, reason: 'skipped' }))]
  const place = orders.findIndex(({ code }) => code === order) + 1
  const sent = orders.filter(
    ({ code, isSent }) => isSent || (phase.name === 'booked' && code === order),
  ).length
  const next = nextOfRun(run, phase)
  const words = place > 0 ? `${place} of ${orders.length}` : `${sent} of ${orders.length} sent`
  return (
    <section aria-label={`Pick run ${id}`} className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[20px]/[28px] max-sm:text-[17px]/[24px]">
        <Badge tone="sky" size="big">
          {words}
        </Badge>
        <Link to={paths.pickRun(id)} className="text-fg-2">
          of pick run {id}
        </Link>
        {next !== null && (
          <span className="text-fg-2">
            <CommandKeys id="ship.open" className="align-middle max-sm:hidden" /> opens{' '}
            <code className="font-semibold text-fg">{next}</code>
          </span>
        )}
        {next === null && sent === orders.length && <span className="text-green-ink">All sent</span>}
      </p>
      {aside.length > 0 && (
        <p className="text-[15px]/[22px] text-fg-2">
          {`Not from here: ${counted(aside.length, 'order')}. `}
          {aside.map(({ code, reason }) => `${code} (${nonBlank(reason) ?? 'stopped'})`).join(', ')}
        </p>
      )}
    </section>
  )
}
