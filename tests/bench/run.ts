import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runScript } from '../browser/console-process.ts'
import { withBlock } from '../keys-table.ts'
import { browserFigures } from './browser-figures.ts'
import { table } from './figures.ts'
import { IMPORT_HEAD, importFigures } from './import-figures.ts'
import { labelFigures } from './label-figures.ts'
import { quoteFigures } from './quote-figures.ts'
import { serverFigures } from './server-figures.ts'

/**
 * `npm run bench`: prints the figures. `browser` or `server` after it measures only that; `publish` measures all and
 * writes them into the README.
 */
const what = process.argv[2]
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}`

await runScript('src/build/build.ts')
const parts = [`Measured with \`npm run bench\` on ${machine}.`]
if (what !== 'server') {
  parts.push(table(['At the desk, 4,000 orders', 'target', 'median', 'p95'], await browserFigures()))
}
if (what !== 'browser') {
  const head = [
    'Database',
    'A call, median / p95, target p95 ≤ 25 ms',
    '4,000 orders',
    '1,000,000 orders',
    'growth',
  ]
  parts.push(table(head, await serverFigures()))
  parts.push(table(IMPORT_HEAD, await importFigures()))
  parts.push(
    table(
      ['On the server', 'target', 'median', 'p95'],
      [...(await quoteFigures()), ...(await labelFigures())],
    ),
  )
}
const report = parts.join('\n\n')
process.stdout.write(`${report}\n`)
if (what === 'publish') {
  const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
  writeFileSync(readme, withBlock(readFileSync(readme, 'utf8'), 'figures', report))
}
