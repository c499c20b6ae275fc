import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { table } from '../bench/figures.ts'
import { runScript } from '../browser/console-process.ts'
import { blockOf } from '../generated-pages.ts'
import { DATABASES, type DatabaseName, type Finding, LeftOut, type Scenario } from './scenario.ts'
import { bookings } from './scenarios/bookings.ts'
import { clocks } from './scenarios/clocks.ts'
import { failover, pooledFailover, standby, switchback, vanished } from './scenarios/cluster.ts'
import { courier } from './scenarios/courier.ts'
import { damaged } from './scenarios/damaged.ts'
import { disk } from './scenarios/disk.ts'
import { hostile } from './scenarios/hostile.ts'
import { kills, stops } from './scenarios/kills.ts'
import { locks } from './scenarios/locks.ts'
import { mail } from './scenarios/mail.ts'
import { searchers } from './scenarios/searchers.ts'
import { staff } from './scenarios/staff.ts'
import { frozen, stopped } from './scenarios/stopped.ts'
import { tokens } from './scenarios/tokens.ts'
import { createBench } from './support/bench.ts'
import { createCleanup } from './support/cleanup.ts'

/** All scenarios, in the order of the report. */
const SCENARIOS: readonly Scenario[] = [
  kills,
  stops,
  locks,
  disk,
  stopped,
  frozen,
  failover,
  pooledFailover,
  vanished,
  switchback,
  standby,
  damaged,
  courier,
  mail,
  clocks,
  hostile,
  tokens,
  bookings,
  staff,
  searchers,
]

/** Attacks at the same time: they mostly wait. Those that measure speed run alone. */
const AT_ONCE = 4

const NAMES: Record<DatabaseName, string> = { embedded: 'embedded', postgres: 'PostgreSQL' }
const HEAD = ['Database', 'What', 'Target', 'Measured', 'Met'] as const
const PAGE = fileURLToPath(new URL('../../docs/generated/reliability.md', import.meta.url))

const INTRODUCTION = `# Results of the attacks

Written by \`npm run faults -- publish\`; [reliability](../reliability.md) explains the attacks. **no** marks what did not hold.
`

/**
 * `npm run faults [-- scenario … --database embedded|postgres --quick] [publish]`: attacks the product and prints
 * which invariants held. Exits with 1 if any did not. `publish` writes the tables of the scenarios that ran into
 * docs/generated/reliability.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const isPublished = positionals.includes('publish')
const named = positionals.filter((word) => word !== 'publish')
const unknown = named.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
if (unknown.length > 0) fail(`There is no scenario '${unknown.join("', '")}'. ${list()}`)
const databases = DATABASES.filter((name) => values.database === undefined || values.database === name)
if (databases.length === 0) fail(`--database must be ${DATABASES.join(' or ')}.`)
if (isPublished && (values.database !== undefined || values.quick))
  fail('Only whole attacks on both databases are published: leave out --database and --quick.')

const load = loadavg()[0] ?? 0
const began = performance.now()
await runScript('src/build/build.ts')
const attacks = SCENARIOS.filter(({ name }) => named.length === 0 || named.includes(name)).flatMap(
  (scenario) =>
    databases.filter((name) => (scenario.only ?? name) === name).map((database) => ({ scenario, database })),
)
const outcomes: (Outcome | undefined)[] = attacks.map(() => undefined)
await runAttacks(({ isTimed }) => !isTimed, AT_ONCE)
await runAttacks(({ isTimed = false }) => isTimed, 1)
const minutes = Math.round((performance.now() - began) / 60_000)
const ended = outcomes.flatMap((outcome) => outcome ?? [])
const reports = reportsOf(ended)
for (const { title, report } of reports) process.stdout.write(`\n${title}\n\n${report}\n`)
process.stdout.write(`\n${minutes} minutes on ${machine(load)}\n`)
if (isPublished) publish(reports)
const isMet = ended.every(({ findings }) => findings.every((finding) => finding.isMet))
process.exit(isMet ? 0 : 1)

/** Runs some of the attacks, so many at the same time. */
async function runAttacks(isWanted: (scenario: Scenario) => boolean, atOnce: number): Promise<void> {
  const waiting = attacks.flatMap(({ scenario }, index) => (isWanted(scenario) ? [index] : []))
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const next = attacks[index]
      if (next === undefined) return
      outcomes[index] = await attack(next.scenario, next.database)
      const count = outcomes.filter((outcome) => outcome !== undefined).length
      const minutes = ((performance.now() - began) / 60_000).toFixed(1)
      process.stderr.write(`${count} of ${attacks.length} attacks have ended after ${minutes} minutes\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Runs a scenario on a database within its time limit, and cleans up. */
async function attack(scenario: Scenario, name: DatabaseName): Promise<Outcome> {
  const log = (text: string) => process.stderr.write(`${scenario.name} (${name}): ${text}\n`)
  const cleanup = createCleanup(log)
  const began = performance.now()
  let findings: Finding[]
  try {
    findings = await withinTime(scenario, scenario.run(createBench(name, cleanup, values.quick, log)))
  } catch (error) {
    findings = [failure(error)]
    if (!(error instanceof LeftOut))
      log(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await cleanup.run()
  }
  const broken = findings.filter(({ isMet }) => !isMet)
  log(`${broken.length === 0 ? 'held' : 'BROKEN'} after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const { what, measured, target, examples = [] } of broken) {
    log([`  ${what}: ${measured}, target ${target}`, ...examples].join('\n    '))
  }
  return { scenario, database: name, findings }
}

function failure(error: unknown): Finding {
  if (error instanceof LeftOut) return { what: 'Left out', measured: error.message, isMet: true }
  const message = error instanceof Error ? error.message : String(error)
  const measured = message.replace(/[\s|]+/g, ' ').slice(0, 200)
  return { what: 'The attack ran to its end', target: 'yes', measured, isMet: false }
}

async function withinTime<T>({ within }: Scenario, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${within} s.`)), within * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function list(): string {
  return `There are ${SCENARIOS.map(({ name }) => name).join(', ')}.`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

/** The findings of a scenario on a database. */
interface Outcome {
  scenario: Scenario
  database: DatabaseName
  findings: readonly Finding[]
}

/** The results of a scenario, as they are printed. */
interface Report {
  name: string
  title: string
  report: string
}

/** The tables of the scenarios that ran. */
function reportsOf(ended: readonly Outcome[]): Report[] {
  const ran = new Set(ended.map(({ scenario }) => scenario))
  return [...ran].map((one) => {
    const rows = ended.flatMap(({ scenario, database, findings }) =>
      scenario === one ? rowsOf(database, findings) : [],
    )
    return { name: one.name, title: one.title, report: table(HEAD, rows, 2) }
  })
}

function rowsOf(database: DatabaseName, findings: readonly Finding[]): string[][] {
  return findings.map(({ what, target, measured, isMet }, index) => [
    index === 0 ? NAMES[database] : '',
    what,
    target ?? '',
    measured,
    target === undefined ? '' : isMet ? 'yes' : '**no**',
  ])
}

/** The machine, and how busy it was before the run. */
function machine(load: number): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const processor = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return `${processor}, ${memory}, Node ${process.version}; load of the machine before it ${load.toFixed(1)}.`
}

/** Writes the page anew, with the tables that it has of the other scenarios. */
function publish(reports: readonly Report[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const sections = SCENARIOS.map(({ name, title }) => {
    const block = `faults-${name}`
    const own = reports.find((one) => one.name === name)
    const command = `\`npm run faults -- ${name}\` on ${machine(load)}`
    const text = own ? `${own.report}\n\n${command}` : blockOf(page, block) || 'Not tried yet.'
    return `## ${title}\n\n<!-- ${block} -->\n${text}\n<!-- /${block} -->\n`
  })
  writeFileSync(PAGE, [INTRODUCTION, ...sections].join('\n'))
}
