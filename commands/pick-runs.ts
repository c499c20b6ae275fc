import { defineCommand } from './engine/command.ts'
import { offeredWhen } from './engine/rules.ts'
import type { PickRunTarget } from './engine/targets.ts'
import { goTo } from './navigation.ts'
import { NOTING } from './ship.ts'

const section = 'Pick run'
const target = 'pickRun'
const capability = 'pick-runs'
const CREATE_FAILED = 'Failed to make the pick run, please try again.'

const NO_LINE = 'There is no line'

/** A command for the active line, while the run is open. */
function onLine<Id extends string>(parts: {
  id: Id
  title: string
  keywords: readonly string[]
  keys: readonly string[]
  hint: string
  movement?: boolean
  run(target: PickRunTarget): void
}) {
  const { hint, ...rest } = parts
  return defineCommand({
    ...rest,
    section,
    icon: 'select',
    target,
    capability,
    first: true,
    hint: { label: hint, group: 'act' },
    offered: ({ state }) => offeredWhen(state === 'open', 'The run has ended'),
    blocked: ({ line }) => (line === null ? NO_LINE : null),
  })
}

export const pickRunCommands = [
  goTo({
    name: 'pick-runs',
    title: 'Pick runs',
    icon: 'pick',
    path: ({ pickRuns }) => pickRuns(),
    verbs: ['picking', 'runs', 'recent pick runs', 'open pick runs'],
    key: 'r',
    capability,
  }),
  defineCommand({
    id: 'orders.pick-run',
    title: 'Pick run',
    section,
    icon: 'pick',
    keywords: ['fetch', 'walk', 'shelves', 'warehouse', 'several', 'selected', 'list'],
    verbs: ['pick run', 'new pick run', 'pick selected', 'pick list'],
    target: 'list',
    capability,
    keys: ['shift+w'],
    hint: { label: 'Pick run', group: 'view' },
    failure: CREATE_FAILED,
    leads: true,
    offered: ({ noun, exported }) => offeredWhen(noun === 'orders' && exported !== undefined),
    blocked: ({ isEmpty }) => (isEmpty ? 'There are no orders' : null),
    titleIn: (_, { targets }) => (targets.orders ? `Pick run of ${targets.orders.length}` : null),
    async run(list, { effects, places }) {
      const request = list.exported?.('page')
      if (request?.list === 'orders')
        effects.navigate(places.pickRun(await effects.makePickRun(request.filter)))
    },
  }),
  onLine({
    id: 'pick-run.tick',
    title: 'All of the line found, or none',
    keywords: ['tick', 'check', 'done'],
    keys: ['Space', 'x'],
    hint: 'Found',
    run: ({ line }) => line?.toggle(),
  }),
  onLine({
    id: 'pick-run.more',
    title: 'One more found',
    keywords: ['count', 'plus'],
    keys: ['ArrowRight'],
    hint: 'Count',
    movement: true,
    run: ({ line }) => line?.add(1),
  }),
  onLine({
    id: 'pick-run.less',
    title: 'One less found',
    keywords: ['count', 'minus'],
    keys: ['ArrowLeft'],
    hint: 'Count',
    movement: true,
    run: ({ line }) => line?.add(-1),
  }),
  onLine({
    id: 'pick-run.short',
    title: 'No more can be found',
    keywords: ['short', 'shortage', 'missing', 'out of stock', 'hold'],
    keys: ['s'],
    hint: 'Short',
    run: ({ line }) => line?.noteShort(),
  }),
  defineCommand({ ...NOTING, id: 'pick-run.note-barcode', section, target, keys: ['b'] }),
  defineCommand({
    id: 'pick-run.finish',
    title: 'Finish the run',
    section,
    icon: 'pack',
    keywords: ['end', 'complete', 'done'],
    verbs: ['finish run', 'finish pick run'],
    target,
    capability,
    keys: ['mod+Enter'],
    first: true,
    hint: { label: 'Finish', group: 'next' },
    failure: 'Failed to finish the pick run, please try again.',
    offered: ({ state }) => offeredWhen(state === 'open'),
    blocked: ({ notFinished }) => notFinished,
    run: (run) => run.end('finished'),
  }),
  defineCommand({
    id: 'pick-run.ship',
    title: 'Ship the run',
    section,
    icon: 'label',
    keywords: ['station', 'next', 'orders', 'book', 'labels'],
    verbs: ['ship run', 'ship pick run'],
    target,
    capability,
    keys: ['mod+Enter'],
    first: true,
    hint: { label: 'Ship the run', group: 'next' },
    offered: ({ state }) => offeredWhen(state === 'finished'),
    run: ({ id }, { effects, places }) => effects.navigate(places.ship(id)),
  }),
  defineCommand({
    id: 'pick-run.camera',
    title: 'Scan with the camera',
    section,
    icon: 'scan',
    keywords: ['phone', 'bar code', 'picture'],
    verbs: ['camera', 'open camera'],
    target,
    capability,
    keys: ['m'],
    first: true,
    hint: { label: 'Camera', group: 'spare' },
    offered: ({ state, camera }) => offeredWhen(state === 'open' && camera !== null),
    run: ({ camera }) => camera?.(),
  }),
  defineCommand({
    id: 'pick-run.print',
    title: 'Print the pick sheet',
    section,
    icon: 'print',
    keywords: ['paper', 'pdf', 'list', 'bar codes', 'orders'],
    verbs: ['print pick run', 'pick sheet', 'print pick sheet'],
    target,
    capability,
    keys: ['p'],
    first: true,
    hint: { label: 'Print', group: 'act' },
    failure: 'Failed to print the pick sheet, please try again.',
    run: ({ id }, { effects }) => effects.print({ kind: 'pick-sheet', run: id }),
  }),
  defineCommand({
    id: 'pick-run.give-up',
    title: 'Give up the run',
    section,
    icon: 'cancel',
    keywords: ['cancel', 'stop', 'abandon', 'delete', 'end'],
    verbs: ['give up run', 'cancel run'],
    target,
    capability,
    failure: 'Failed to give up the pick run, please try again.',
    offered: ({ state }) => offeredWhen(state === 'open', 'The run has ended'),
    question: ({ id }) => ({
      title: 'Give up the run',
      text: 'What was found stays noted, but the run can no longer be changed. Its orders can go into another run.',
      subject: `Pick run ${id}`,
      confirmLabel: 'Give up',
    }),
    run: (run) => run.end('given-up'),
  }),
]
