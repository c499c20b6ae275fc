import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCents } from '../../../domain/format/money.ts'
import { cn } from '../../lib/cn.ts'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { BOOKED_WITHOUT_NUMBER } from './reduce-station.ts'
import type { Phase } from './station.ts'

interface MessageProps {
  tone: 'error' | 'success'
  Icon: LucideIcon
  title: ReactNode
  children?: ReactNode
}

/** A message that is read from a metre away. */
function Message({ tone, Icon, title, children }: MessageProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'grid grid-cols-[44px_minmax(0,1fr)] items-start gap-x-4 rounded-xl px-5 py-4 max-sm:grid-cols-1',
        tone === 'error'
          ? 'bg-danger text-on-accent'
          : 'bg-green-bg text-fg inset-ring-2 inset-ring-green-line',
      )}
    >
      <Icon
        className={cn('mt-0.5 size-11 max-sm:hidden', tone === 'success' && 'text-green-ink')}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="text-[34px]/[42px] font-semibold break-words max-sm:text-[24px]/[30px]">{title}</p>
        {children && (
          <div className="mt-1 text-[20px]/[28px] break-words max-sm:text-[16px]/[24px] [&_a]:underline">
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

/** Important messages: a wrong or finished order, a wrong item, a booking that has failed or is done. */
export function StationMessage({ phase }: { phase: Phase }) {
  switch (phase.name) {
    case 'refused':
      return (
        <Message tone="error" Icon={CircleX} title={phase.code}>
          {phase.reason}
        </Message>
      )
    case 'open':
      return phase.alert === null ? null : <Message tone="error" Icon={CircleX} title={phase.alert} />
    case 'unknown':
      return <Doubtful phase={phase} />
    case 'booked':
      return <Booked phase={phase} />
    default:
      return null
  }
}

function Doubtful({ phase: { doubt } }: { phase: Extract<Phase, { name: 'unknown' }> }) {
  const { order } = doubt.opened
  return (
    <Message tone="error" Icon={TriangleAlert} title={`Order ${order.code} may have been booked`}>
      <p>{doubt.reason ?? 'The server did not answer.'}</p>
      {installation.capabilities.has('book-once') ? (
        <p>
          Enter asks again for {doubt.option.courier}, {formatCents(doubt.option.cost)}. It cannot be booked
          twice.
        </p>
      ) : (
        <p>
          Look for it among <Link to={paths.list('consignment')}>today’s consignments</Link>. It is not booked
          again here.
        </p>
      )}
    </Message>
  )
}

function Booked({ phase }: { phase: Extract<Phase, { name: 'booked' }> }) {
  const { opened, option, consignment } = phase
  const title = `Order ${opened.order.code} booked`
  if (consignment === null) {
    return (
      <Message tone="error" Icon={TriangleAlert} title={title}>
        {BOOKED_WITHOUT_NUMBER} <Link to={paths.list('consignment')}>Today’s consignments</Link>
      </Message>
    )
  }
  return (
    <Message tone="success" Icon={CircleCheck} title={title}>
      {option.courier}, {formatCents(option.cost)},{' '}
      <Link to={paths.record('consignment', consignment, 'labels')} className="font-mono">
        {consignment}
      </Link>
      <p>Scan the next order.</p>
    </Message>
  )
}
