import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runScript } from '../browser/console-process.ts'
import { blockOf, withBlock } from '../generated-pages.ts'
import { BATCH_HEAD, batchFigures, labelFigures } from './batch-figures.ts'
import { browserFigures } from './browser-figures.ts'
import { COST_HEAD, costFigures, PROCESSES_HEAD, processFigures } from './cluster-figures.ts'
import { COMMITS_HEAD, commitFigures } from './commit-figures.ts'
import { COMPARE_HEAD, compareFigures } from './compare.ts'
import { DAY_HEAD, dayFigures } from './day-figures.ts'
import { table, verdict } from './figures.ts'
import { EXPORT_HEAD, exportFigures, IMPORT_HEAD, importFigures } from './import-figures.ts'
import { interpreterFigures } from './interpreter-figures.ts'
import { DESKS_HEAD, liveFigures, SCREENS_HEAD } from './live-figures.ts'
import { OPTIMISATIONS_HEAD, optimisationFigures } from './optimisation-figures.ts'
import { PRESSURE_HEAD, pressureFigures } from './pressure-figures.ts'
import { quoteFigures } from './quote-figures.ts'
import { serverFigures } from './server-figures.ts'
import { TEN_MILLION_HEAD, tenMillionFigures } from './ten-million-figures.ts'
import { WEBHOOK_HEAD, webhookFigures } from './webhook-figures.ts'

const CALLS_HEAD = [
  'Database',
  'A call, median / p95, target p95 ≤ 25 ms',
  '4,000 orders',
  '1,000,000 orders',
  'growth',
]

/** Takes an hour and a database of its own, so it is measured only by its name. */
const TEN_MILLION = 'ten-million'

/** The measurements, by the name that follows `npm run bench` and that marks their block in docs/generated/performance.md. */
const PARTS: Record<string, () => Promise<string>> = {
  desk: async () => table(['At the desk, 4,000 orders', 'target', 'median', 'p95'], await browserFigures()),
  freight: async () =>
    table(
      ['Freight, on the server', 'target', 'median', 'p95'],
      [...(await quoteFigures()), ...(await labelFigures())],
    ),
  labels: async () => table(BATCH_HEAD, await batchFigures()),
  interpreter: async () => table(['Interpreting a text', 'target', 'median', 'p95'], interpreterFigures()),
  calls: async () => table(CALLS_HEAD, await serverFigures()),
  cost: async () => table(COST_HEAD, await costFigures()),
  processes: async () => table(PROCESSES_HEAD, await processFigures(), 0),
  [TEN_MILLION]: async () => table(TEN_MILLION_HEAD, await tenMillionFigures()),
  pressure: async () => table(PRESSURE_HEAD, await pressureFigures()),
  day: async () => table(DAY_HEAD, await dayFigures(), 2),
  commits: async () => table(COMMITS_HEAD, await commitFigures()),
  live: async () => {
    const { desks, screens } = await liveFigures()
    return [table(DESKS_HEAD, desks), table(SCREENS_HEAD, screens)].join('\n\n')
  },
  webhooks: async () => table(WEBHOOK_HEAD, await webhookFigures()),
  optimisations: async () => table(OPTIMISATIONS_HEAD, await optimisationFigures(), 2),
  import: async () =>
    [table(IMPORT_HEAD, await importFigures()), table(EXPORT_HEAD, await exportFigures())].join('\n\n'),
}

/**
 * `npm run bench [desk|freight|labels|interpreter|calls|cost|processes|ten-million|pressure|day|commits|live|webhooks|optimisations|import …] [publish]`: prints the figures; `publish` writes them into docs/generated/performance.md.
 * `npm run bench compare <commit> [-- --quick]` measures the keyboard figures of this build and of that commit by turns.
 */
const words = process.argv.slice(2)
const named = words[0] === 'compare' ? [] : words.filter((word) => word !== 'publish')
const unknown = named.filter((name) => !(name in PARTS))
if (unknown.length > 0) throw new Error(`There is no bench '${unknown.join("', '")}'.`)

const document = fileURLToPath(new URL('../../docs/generated/performance.md', import.meta.url))
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}`

await runScript('src/build/build.ts')
const [first, commit] = words
if (first === 'compare') {
  if (commit === undefined) throw new Error('Name the commit to compare with: npm run bench compare HEAD~1')
  for await (const rows of compareFigures(commit, words.includes('--quick'))) {
    process.stdout.write(`${table(COMPARE_HEAD, rows, 2)}\n\n`)
  }
  process.exit()
}
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 ? !named.includes(name) : name === TEN_MILLION) continue
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const figures = await measure()
  const report = `${figures}\n\n\`npm run bench ${name}\` on ${machine}; load of the machine before it ${load}.`
  const block = `figures-${name}`
  const text = readFileSync(document, 'utf8')
  process.stdout.write(`${report}\n\n${verdict(blockOf(text, block), figures)}\n\n`)
  if (words.includes('publish')) writeFileSync(document, withBlock(text, block, report))
}
