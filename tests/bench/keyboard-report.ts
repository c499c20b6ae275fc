import { milliseconds, type Row, summarise } from './figures.ts'
import type { DeskFigures } from './keyboard-figures.ts'
import type { Palette, Table, TableSamples } from './peer-figures.ts'

/**
 * A row of the table of targets: the name of its samples, its label, and limits of the 95th percentile in
 * milliseconds; none for a bare page.
 */
interface Target {
  samples: string
  what: string
  limit?: number
  /** A separate limit for the slow processor. */
  slowLimit?: number
}

const TARGETS: readonly Target[] = [
  { samples: 'palette first', what: 'mod+K → input painted and focused, first time', limit: 40 },
  { samples: 'palette again', what: 'the same, later', limit: 40 },
  { samples: 'palette typed', what: 'the same, with 20 keys typed after it 10 ms apart', limit: 40 },
  { samples: 'readable', what: 'Cold load → first rows readable', limit: 250, slowLimit: 600 },
  { samples: 'cold', what: 'the same, usable: drawn by React', limit: 350, slowLimit: 1100 },
  { samples: 'bare cold', what: 'the same of a bare page' },
  { samples: 'detail first', what: 'Row → its detail painted, first time', limit: 60, slowLimit: 150 },
  { samples: 'detail again', what: 'the same, again', limit: 60, slowLimit: 150 },
  { samples: 'bare detail', what: 'the same of a bare page' },
  { samples: 'known', what: 'Enter on a known code → its detail painted', limit: 100 },
  { samples: 'unseen', what: 'Enter on a code never seen, server 100 ms late', limit: 250 },
  { samples: 'held', what: 'j held over 200 rows, a move → painted', limit: 32, slowLimit: 100 },
  {
    samples: 'arrow held in the palette',
    what: '↓ held in the palette, a move → painted',
    limit: 32,
    slowLimit: 100,
  },
  {
    samples: 'arrow held over freight options',
    what: '↓ held over the freight options, a move → painted',
    limit: 32,
    slowLimit: 100,
  },
  { samples: 'keystroke 100000', what: 'Keystroke → results painted, 100,000 records', limit: 50 },
  { samples: 'parcel', what: 'Keystroke in a parcel table of 50 rows → totals painted', limit: 32 },
]

const yesOrNo = (met: boolean) => (met ? 'yes' : '**no**')

function targetRow({ what, limit, slowLimit }: Omit<Target, 'samples'>, one: number[], four: number[]): Row {
  const [fast, slow] = [summarise(one), summarise(four)]
  const times = [fast.median, fast.p95, slow.median, slow.p95].map(milliseconds)
  if (limit === undefined) return [what, '', ...times.slice(0, 2), '', ...times.slice(2)]
  const target = slowLimit === undefined ? `≤ ${limit} ms` : `≤ ${limit} ms, slower CPU ≤ ${slowLimit}`
  const met = fast.p95 <= limit && (slowLimit === undefined || slow.p95 <= slowLimit)
  return [what, target, ...times.slice(0, 2), yesOrNo(met), ...times.slice(2)]
}

/** The rows of figures of the console itself. */
export function deskRows(fast: DeskFigures, slow: DeskFigures): Row[] {
  const rows = TARGETS.map((target) =>
    targetRow(target, fast.samples.get(target.samples) ?? [], slow.samples.get(target.samples) ?? []),
  )
  const skipped = [
    'Rows skipped by the held j',
    '0',
    '',
    String(fast.skipped),
    yesOrNo(fast.skipped + slow.skipped === 0),
    '',
    String(slow.skipped),
  ]
  const lost = ['Of 20 keys typed 10 ms apart after mod+K, lost', '0', '', '0', 'yes', '', '0']
  return [...rows, skipped, lost]
}

/** The row of a held j on a processor six times slower, in the columns of the normal one. */
export function slowestRow(samples: readonly number[]): Row {
  const { median: half, p95 } = summarise([...samples])
  const target = `≤ ${SLOWEST_LIMIT} ms`
  return [
    'j held over 200 rows, CPU 6 × slower',
    target,
    milliseconds(half),
    milliseconds(p95),
    yesOrNo(p95 <= SLOWEST_LIMIT),
    '',
    '',
  ]
}

const SLOWEST_LIMIT = 350

/** The rows of the palette with 20,000 records, from the comparison. */
export function paletteRows(
  fast: ReadonlyMap<Palette, number[]>,
  slow: ReadonlyMap<Palette, number[]>,
): Row[] {
  const row = (name: Palette, target: Omit<Target, 'samples'>) =>
    targetRow(target, fast.get(name) ?? [], slow.get(name) ?? [])
  return [
    row('ours', { what: 'Keystroke → results painted, 20,000 records', limit: 25 }),
    row('bare', { what: 'the same of a bare page' }),
  ]
}

/** Rows of the table of targets that other tests check. */
export const tableRows: readonly Row[] = [
  [
    'axe, every screen, light, dark and forced colours',
    '0 serious or critical',
    '',
    '',
    'held by `npm test` (journeys)',
    '',
    '',
  ],
]

const median = (samples: readonly number[] | undefined) => summarise(samples ?? []).median

function against(ours: number, peer: number): string {
  return `${milliseconds(peer)} (× ${(ours / peer).toFixed(2)})`
}

interface Contest {
  what: string
  /** Limits of our time as a share of each peer's time. */
  limits: Record<string, number>
  took(name: string): number | null
}

function contestRow({ what, limits, took }: Contest, peers: readonly string[], hasTarget: boolean): Row {
  const ours = took('ours') ?? Number.NaN
  const met = Object.entries(limits).every(([name, limit]) => ours <= limit * (took(name) ?? Number.NaN))
  const target = Object.entries(limits).map(([name, limit]) => `≤ ${limit} of ${TITLES[name]}`)
  return [
    what,
    hasTarget ? target.join(', ') : '',
    milliseconds(ours),
    ...peers.map((name) => {
      const peer = took(name)
      return peer === null ? '' : against(ours, peer)
    }),
    hasTarget ? yesOrNo(met) : '',
  ]
}

const TITLES: Record<string, string> = {
  'ag-grid': 'AG Grid Community',
  mui: 'MUI DataGrid',
  plain: 'plain HTML rows',
  cmdk: "cmdk's own filter",
  kbar: 'kbar',
  bare: 'a bare page',
}

/** The rows of the comparison. Each peer's time is followed by our time as a share of it. */
export function contestRows(
  fastTables: ReadonlyMap<string, TableSamples>,
  slowTables: ReadonlyMap<string, TableSamples>,
  fastPalettes: ReadonlyMap<string, number[]>,
  slowPalettes: ReadonlyMap<string, number[]>,
): { peers: string[]; rows: Row[] } {
  const peers: (Table | Palette)[] = ['ag-grid', 'mui', 'plain', 'cmdk', 'kbar', 'bare']
  const ofTables =
    (tables: ReadonlyMap<string, TableSamples>, kind: keyof TableSamples) => (name: string) => {
      const samples = tables.get(name)
      return samples && samples[kind].length > 0 ? median(samples[kind]) : null
    }
  const ofPalettes = (palettes: ReadonlyMap<string, number[]>) => (name: string) =>
    palettes.has(name) ? median(palettes.get(name)) : null
  const data = { 'ag-grid': 0.6, mui: 0.6 }
  const arrow = { 'ag-grid': 0.7, mui: 0.7 }
  const keystroke = { cmdk: 0.1, kbar: 0.5 }
  const slower = ', CPU 4 × slower'
  const what = [
    '200 rows: data → painted',
    'Arrow key → painted',
    'Palette keystroke → painted',
    'The first 200 rows → painted',
    '↓ held over 100 rows, a move → painted',
  ] as const
  const contests: [Contest, boolean][] = [
    [{ what: what[0] + slower, limits: data, took: ofTables(slowTables, 'data') }, true],
    [{ what: what[0], limits: data, took: ofTables(fastTables, 'data') }, false],
    [{ what: what[3] + slower, limits: data, took: ofTables(slowTables, 'first') }, false],
    [{ what: what[3], limits: data, took: ofTables(fastTables, 'first') }, false],
    [{ what: what[1] + slower, limits: arrow, took: ofTables(slowTables, 'arrow') }, true],
    [{ what: what[1], limits: arrow, took: ofTables(fastTables, 'arrow') }, false],
    [{ what: what[4] + slower, limits: {}, took: ofTables(slowTables, 'held') }, false],
    [{ what: what[4], limits: {}, took: ofTables(fastTables, 'held') }, false],
    [{ what: what[2], limits: keystroke, took: ofPalettes(fastPalettes) }, true],
    [{ what: what[2] + slower, limits: keystroke, took: ofPalettes(slowPalettes) }, false],
  ]
  return {
    peers: peers.map((name) => TITLES[name] ?? name),
    rows: contests.map(([contest, hasTarget]) => contestRow(contest, peers, hasTarget)),
  }
}
