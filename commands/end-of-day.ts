import { counted } from '../src/domain/format/counted.ts'
import { branchLabel } from '../src/domain/freight/branch.ts'
import { courierLabel } from '../src/domain/freight/couriers.ts'
import { defineCommand } from './engine/command.ts'
import type { CourierDayTarget } from './engine/targets.ts'

const section = 'End of day'
const capability = 'end-of-day'
const NOTHING = 'Everything of this courier is manifested'
const UNCONFIRMED =
  'The courier did not confirm the manifest. It is not sent again unless you close the day again.'

function nameOf({ day }: CourierDayTarget): string {
  return `${day.provider_name ?? courierLabel(day.provider)}, ${branchLabel(day.branch)}`
}

export const endOfDayCommands = [
  defineCommand({
    id: 'courier-day.print',
    title: 'Print run sheet',
    section,
    icon: 'print',
    keywords: ['driver', 'signature', 'list', 'handover'],
    verbs: ['run sheet', 'print run sheet'],
    target: 'courierDay',
    capability,
    keys: ['p'],
    first: true,
    hint: { label: 'Run sheet', group: 'next' },
    failure: 'Failed to print the run sheet, please try again.',
    run: (courier) => courier.printRunSheet(),
  }),
  defineCommand({
    id: 'courier-day.close',
    title: 'Close the day',
    section,
    icon: 'manifest',
    keywords: ['manifest', 'pick-up', 'driver', 'handover'],
    verbs: ['manifest', 'close', 'close the day'],
    target: 'courierDay',
    capability,
    keys: ['m'],
    first: true,
    hint: { label: 'Close the day', group: 'next' },
    failure: 'Failed to close the day, please try again.',
    blocked: ({ day }) => (day.open.length + day.unconfirmed.length === 0 ? NOTHING : null),
    question: (courier) => ({
      title: 'Close the day',
      text:
        courier.day.unconfirmed.length > 0
          ? 'The courier did not confirm its last manifest. It is asked first what it has; the rest is sent again.'
          : 'The courier is told what it is handed. These consignments can no longer be deleted.',
      subject: `${nameOf(courier)}: ${counted(courier.day.open.length + courier.day.unconfirmed.length, 'consignment')}`,
      confirmLabel: 'Close the day',
    }),
    async run(courier, { effects }) {
      const { outcome, pickup } = await courier.close()
      if (outcome === 'unconfirmed') effects.notify('warning', `${nameOf(courier)}: ${UNCONFIRMED}`)
      else effects.notify('success', [`${nameOf(courier)}: closed.`, pickup].filter(Boolean).join(' '))
    },
  }),
  defineCommand({
    id: 'courier-day.other-tab',
    title: 'Switch between couriers and late consignments',
    section,
    icon: 'manifest',
    keywords: ['tab', 'late'],
    target: 'dayTabs',
    capability,
    unless: ['tabs'],
    keys: ['s'],
    hint: { label: 'Other tab', group: 'view' },
    run: ({ other }, { effects }) => effects.navigate(other),
  }),
]
