import type { Plugin } from 'vite'
import { entryOf } from '../../src/web/record-index/entry.ts'
import { compare, OrderedEntries } from '../../src/web/record-index/entry-order.ts'
import { launchBrowser } from '../browser/launch.ts'
import { type Desk, setUpDesk } from './desk.ts'
import { milliseconds, type Row, type Summary, summarise } from './figures.ts'
import { stage } from './keyboard-figures.ts'
import { madeRecords } from './made-records.ts'
import { OPTIMISATIONS, type Optimisation } from './optimisations.ts'
import { serveConsole } from './without.ts'

export const OPTIMISATIONS_HEAD = [
  'Code that exists only to be fast',
  'Figure, p50 / p95',
  'with it',
  'without it',
  'saves',
]

/** The console with all optimisations. */
const AS_IT_IS: Plugin[] = []

/** How often each console is measured, alternately. */
const TURNS = 8

/**
 * The samples with and without an optimisation, measured alternately so that the state of the machine affects both
 * equally.
 */
async function compared(
  { measure }: Optimisation,
  withIt: Desk,
  without: Desk,
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    const order = turn % 2 === 0 ? [0, 1] : [1, 0]
    for (const place of order)
      samples[place === 0 ? 0 : 1].push(...(await measure(place === 0 ? withIt : without)))
  }
  return samples
}

const KNOWN_RECORDS = 100_000
const ANSWER_ROWS = 200

/** Inserting a response of 200 new records into an index of 100,000: each in its place, or by sorting all. */
function orderRow(): Row {
  const entries = madeRecords(KNOWN_RECORDS + ANSWER_ROWS).map((record) => entryOf(record, 0))
  const [known, added] = [entries.slice(0, KNOWN_RECORDS), entries.slice(KNOWN_RECORDS)]
  const samples: [number[], number[]] = [[], []]
  const took = (run: () => void) => {
    const began = performance.now()
    run()
    return performance.now() - began
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const index = new OrderedEntries()
    index.put(known)
    const sorted = [...index.list]
    samples[0].push(took(() => index.put(added)))
    samples[1].push(took(() => [...sorted, ...added].sort(compare)))
  }
  return rowOf(
    'Records put in their places (`entry-order.ts`)',
    'An answer of 200 rows taken into 100,000 records',
    samples,
  )
}

function rowOf(name: string, figure: string, [withIt, without]: [number[], number[]]): Row {
  const [one, other] = [summarise(withIt), summarise(without)]
  const shown = ({ median, p95 }: Summary) => `${milliseconds(median)} / ${milliseconds(p95)}`
  return [name, figure, shown(one), shown(other), `${Math.round((1 - one.median / other.median) * 100)} %`]
}

/** The time that each optimisation saves, against the console built without it in the same run. */
export async function optimisationFigures(): Promise<Row[]> {
  const browser = await launchBrowser()
  const desks = new Map<Plugin[], Desk>()
  const deskOf = async (plugins: Plugin[]) => {
    const desk = desks.get(plugins) ?? (await setUpDesk(browser, await serveConsole(plugins)))
    desks.set(plugins, desk)
    return desk
  }
  try {
    const rows = [orderRow()]
    for (const optimisation of OPTIMISATIONS) {
      const { name, figure } = optimisation
      const samples = await stage(`${name}: ${figure}`, async () =>
        compared(optimisation, await deskOf(AS_IT_IS), await deskOf(optimisation.without)),
      )
      rows.push(rowOf(name, figure, samples))
    }
    return rows
  } finally {
    await browser.close()
    for (const { console } of desks.values()) await console.remove()
  }
}
