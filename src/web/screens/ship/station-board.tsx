import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Board, getBoard } from '../../../contract/end-of-day.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../../domain/calendar/nz-time.ts'
import type { Tone } from '../../../domain/format/badge.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { shownCutOff, shownWait } from '../../../domain/freight/cut-off.ts'
import { send } from '../../api/client.ts'
import { BOARD } from '../../api/consignments.ts'
import { unlessLive } from '../../api/query-client.ts'
import { cn } from '../../lib/cn.ts'
import { useNow } from '../../state/clock.ts'

/** @param day in Auckland, because its count begins again at midnight */
function boardQuery(day: string) {
  return queryOptions({
    queryKey: [...BOARD, day],
    queryFn: ({ signal }): Promise<Board> => send(getBoard, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: unlessLive,
  })
}

/** How often minutes are counted down. Nothing is requested for that. */
const TICK_MS = 5_000

/** The idle screen of the ship station, readable from three metres (SHIP-6). */
export function StationBoard() {
  const now = useNow(TICK_MS)
  const { data } = useQuery(boardQuery(todayInAuckland(now)))
  if (!data) return null
  const { to_ship, held, late, sent, oldest, next, couriers } = data
  const waited = waitOf(oldest?.since, now)
  return (
    <section aria-label="Board" className="grid gap-5 max-sm:gap-3">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-5 max-sm:grid-cols-1 max-sm:gap-3">
        <Figure name="To ship now" size="large">
          {to_ship ?? ABSENT}
        </Figure>
        <Figure name="Next order" size="large" isCode>
          {next?.code ?? 'None'}
        </Figure>
      </div>
      <div className="grid grid-cols-4 gap-5 max-sm:grid-cols-2 max-sm:gap-3">
        <Figure name={oldest ? `Oldest: ${oldest.code}` : 'Oldest'}>{waited ?? ABSENT}</Figure>
        <Figure name="Held" tone={held ? 'amber' : 'grey'}>
          {held ?? ABSENT}
        </Figure>
        <Figure name="Late" tone={late ? 'red' : 'grey'}>
          {late ?? ABSENT}
        </Figure>
        <Figure name="Booked today">{sent ?? ABSENT}</Figure>
      </div>
      <Couriers couriers={couriers} now={now} />
    </section>
  )
}

function waitOf(since: string | null | undefined, now: number): string | null {
  const at = parseInstant(since ?? null)
  return at === null ? null : shownWait(at, now)
}

const INK: Partial<Record<Tone, string>> = { red: 'text-danger-ink', amber: 'text-amber-ink' }

interface FigureProps {
  name: string
  size?: 'large' | 'plain'
  isCode?: boolean
  tone?: Tone
  children: ReactNode
}

function Figure({ name, size = 'plain', isCode = false, tone = 'grey', children }: FigureProps) {
  const isLarge = size === 'large'
  return (
    <dl className="min-w-0 rounded-xl bg-surface-2 px-5 py-4 inset-ring inset-ring-line max-sm:px-4 max-sm:py-3">
      <dt className="truncate text-[22px]/[30px] font-medium text-fg-2 max-sm:text-[15px]/[22px]">{name}</dt>
      <dd
        className={cn(
          'truncate font-semibold tabular',
          isLarge
            ? 'text-[112px]/[124px] max-sm:text-[52px]/[60px]'
            : 'text-[64px]/[76px] max-sm:text-[34px]/[42px]',
          isCode && 'font-mono',
          INK[tone],
        )}
      >
        {children}
      </dd>
    </dl>
  )
}

/** What each courier collects today, with the time left until it does. */
function Couriers({ couriers, now }: { couriers: Board['couriers']; now: number }) {
  if (couriers.length === 0) return null
  const hasSeveral = new Set(couriers.map(({ branch }) => branch)).size > 1
  return (
    <ul aria-label="Couriers" className="rounded-xl inset-ring inset-ring-line">
      {couriers.map(({ courier, provider, branch, provider_name, consignments, cut_off }) => {
        const at = parseInstant(cut_off)
        const left = at === null ? null : shownCutOff(at, now)
        return (
          <li
            key={`${branch} ${courier} ${provider}`}
            className="grid grid-cols-[3ch_minmax(0,1fr)_auto] items-baseline gap-x-5 border-line-soft px-5 py-2.5 text-[32px]/[42px] not-first:border-t max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 max-sm:text-[18px]/[26px]"
          >
            <span className="text-right font-semibold tabular">{consignments ?? ABSENT}</span>
            <span className="min-w-0 wrap-anywhere">
              {nonBlank(provider_name) ?? courierLabel(provider)}
              {hasSeveral && <span className="text-fg-2"> {branchLabel(branch)}</span>}
            </span>
            <span className={cn('font-semibold tabular', left ? (INK[left.tone] ?? 'text-fg') : 'text-fg-2')}>
              {left?.label ?? 'No cut-off'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
