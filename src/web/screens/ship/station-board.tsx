import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { type Board, getBoard } from '../../../contract/end-of-day.ts'
import type { Branch } from '../../../contract/orders.ts'
import {
  aucklandDayStart,
  daysAfter,
  todayInAuckland,
  toWallClock,
} from '../../../domain/calendar/nz-calendar.ts'
import { parseInstant, timeToday } from '../../../domain/calendar/nz-time.ts'
import type { Tone } from '../../../domain/format/badge.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { courierLabel } from '../../../domain/freight/couriers.ts'
import { shownCutOff, shownWait } from '../../../domain/freight/cut-off.ts'
import { send } from '../../api/client.ts'
import { BOARD } from '../../api/consignments.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { cn } from '../../lib/cn.ts'
import { now, useNow } from '../../state/clock.ts'
import { installation } from '../../state/installation.ts'
import { isLive } from '../../state/live.ts'
import { workstationAtom } from '../../state/workstation.ts'

/** With the stream of changes, and without it. Cut-offs and midnight change the board, too (SHIP-6). */
const REFETCH_MS = { live: 5 * 60_000, otherwise: 60_000 }
/** From this age on, the board says when it was answered. */
const OLD_MS = 6 * 60_000
/** How often minutes are counted down. Nothing is requested for that. */
const TICK_MS = 5_000

/** The board, and when (ms) it was answered. A failed request keeps the last answer. */
interface ShownBoard {
  data: (Board & { at: number }) | undefined
  hasFailed: boolean
}

function boardQuery(branch: Branch | null) {
  return queryOptions({
    queryKey: [...BOARD, branch],
    async queryFn({ signal }): Promise<Board & { at: number }> {
      const board = await send(getBoard, { query: branch === null ? {} : { branch }, signal })
      return { ...board, at: now() }
    },
    staleTime: 0,
    refetchOnMount: true,
    retryOnMount: true,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilRefetch(state.data?.couriers ?? [], now()),
  })
}

/** The milliseconds until the board must be requested again, also if no record changes. */
function untilRefetch(couriers: Board['couriers'], at: number): number {
  const midnight = aucklandDayStart(daysAfter(todayInAuckland(at), 1))
  const turns = [midnight, ...couriers.flatMap(({ cut_off }) => parseInstant(cut_off) ?? [])]
  // A second later, the server's clock has passed it, too.
  const waits = turns.flatMap((turn) => (turn >= at ? turn - at + 1_000 : []))
  return Math.min(isLive() ? REFETCH_MS.live : REFETCH_MS.otherwise, ...waits)
}

export function useBoard(isShown: boolean): ShownBoard {
  const { branch } = useAtomValue(workstationAtom)
  const enabled = isShown && installation.capabilities.has('board')
  const { data, isError, failureCount } = useQuery({ ...boardQuery(branch), enabled })
  return { data: enabled ? data : undefined, hasFailed: enabled && (isError || failureCount > 0) }
}

interface StationBoardProps {
  board: ShownBoard
  /** The next order of the pick run that the station follows; null without one. */
  ofRun: string | null
  isOpenedByEnter: boolean
}

/** The idle screen of the ship station, readable from three metres (SHIP-6). */
export function StationBoard({ board: { data, hasFailed }, ofRun, isOpenedByEnter }: StationBoardProps) {
  const now = useNow(TICK_MS)
  if (!data) {
    return hasFailed ? (
      <p role="status" className="text-[22px]/[30px] text-fg-2">
        The board could not be loaded. It is requested again every minute.
      </p>
    ) : null
  }
  const { to_ship, held, late, oldest, couriers, at } = data
  const next = ofRun ?? data.next?.code ?? null
  const waited = waitOf(oldest?.since, now)
  // The bookings of yesterday are none of today.
  const sent = timeToday(at, now) === null ? null : data.sent
  return (
    <section aria-label="Board" className="grid gap-5 max-sm:gap-3">
      {(hasFailed || now - at > OLD_MS) && (
        <p role="status" className="text-[22px]/[30px] font-semibold text-amber-ink">
          As of {timeToday(at, now) ?? toWallClock(at).slice(0, 'yyyy-MM-dd HH:mm'.length)}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-5 max-sm:grid-cols-1 max-sm:gap-3">
        <Figure name="To ship now" size="large">
          {to_ship === null ? ABSENT : String(to_ship)}
        </Figure>
        <Figure
          name="Next order"
          size="large"
          isCode
          beside={isOpenedByEnter && <CommandKeys id="ship.open" className="align-middle max-sm:hidden" />}
        >
          {next ?? 'None'}
        </Figure>
      </div>
      <div className="grid grid-cols-4 gap-5 max-sm:grid-cols-2 max-sm:gap-3">
        <Figure name={oldest ? `Oldest: ${oldest.code}` : 'Oldest'}>{waited ?? ABSENT}</Figure>
        <Figure name="Held" tone={held ? 'amber' : 'grey'}>
          {held === null ? ABSENT : String(held)}
        </Figure>
        <Figure name="Late" tone={late ? 'red' : 'grey'}>
          {late === null ? ABSENT : String(late)}
        </Figure>
        <Figure name="Booked today">{sent === null ? ABSENT : String(sent)}</Figure>
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
  beside?: ReactNode
  children: string
}

/** The width of a digit in parts of the size of the font, a little rounded up. */
const DIGIT_EM = 0.62

function Figure({ name, size = 'plain', isCode = false, tone = 'grey', beside, children }: FigureProps) {
  const largest = size === 'large' ? 112 : 64
  // As large as fits on one line of the box: a code that is cut off is no code. On a phone the box is lower.
  const fontSize = `min(${largest}px, ${(100 / (DIGIT_EM * children.length)).toFixed(1)}cqw, 92cqh)`
  return (
    <dl className="min-w-0 rounded-xl bg-surface-2 px-5 py-4 inset-ring inset-ring-line max-sm:px-4 max-sm:py-3">
      <dt className="truncate text-[22px]/[30px] font-medium text-fg-2 max-sm:text-[15px]/[22px]">
        {name} {beside}
      </dt>
      <dd
        className={cn(
          'flex items-center font-semibold whitespace-nowrap tabular [container-type:size]',
          size === 'large' ? 'h-[124px] max-sm:h-16' : 'h-[76px] max-sm:h-[42px]',
          isCode && 'font-mono',
          INK[tone],
        )}
      >
        <span className="leading-none" style={{ fontSize }}>
          {children}
        </span>
      </dd>
    </dl>
  )
}

/** A line of the couriers: one that has something to collect, or all that have nothing yet and the same cut-off. */
interface CourierLine {
  key: string
  names: string
  branch: string | null
  consignments: number | null
  cut_off: string | null
}

function linesOf(couriers: Board['couriers']): CourierLine[] {
  const nameOf = ({ provider_name, provider }: Board['couriers'][number]) =>
    nonBlank(provider_name) ?? courierLabel(provider)
  const booked = couriers.filter(({ consignments }) => consignments !== 0)
  const hasSeveral = new Set(booked.map(({ branch }) => branch)).size > 1
  const lines = booked.map((one): CourierLine => {
    const { courier, provider, branch, consignments, cut_off } = one
    const key = `${branch} ${courier} ${provider}`
    return { key, names: nameOf(one), branch: hasSeveral ? branchLabel(branch) : null, consignments, cut_off }
  })
  const others = couriers.filter(({ consignments }) => consignments === 0)
  for (const until of new Set(others.map(({ cut_off }) => cut_off))) {
    const names = new Set(others.filter(({ cut_off }) => cut_off === until).map(nameOf))
    const key = `until ${until}`
    lines.push({ key, names: [...names].join(', '), branch: null, consignments: 0, cut_off: until })
  }
  return lines.sort((one, other) => ((one.cut_off ?? '~') < (other.cut_off ?? '~') ? -1 : 1))
}

/** What each courier collects today, with the time left until it does. */
function Couriers({ couriers, now }: { couriers: Board['couriers']; now: number }) {
  if (couriers.length === 0) return null
  return (
    // On a large screen in two columns, so that none is below its edge.
    <ul
      aria-label="Couriers"
      className="grid overflow-hidden rounded-xl inset-ring inset-ring-line min-[1600px]:grid-cols-2"
    >
      {linesOf(couriers).map(({ key, names, branch, consignments, cut_off }) => {
        const at = parseInstant(cut_off)
        const left = at === null ? null : shownCutOff(at, now)
        return (
          <li
            key={key}
            className="grid grid-cols-[3ch_minmax(0,1fr)_auto] -mt-px items-baseline gap-x-5 border-t border-line-soft px-5 py-2.5 text-[32px]/[42px] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 max-sm:text-[18px]/[26px]"
          >
            <span className="text-right font-semibold tabular">{consignments ?? ABSENT}</span>
            <span className="min-w-0 wrap-anywhere">
              {names}
              {branch !== null && <span className="text-fg-2"> {branch}</span>}
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
