import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { startConsole } from '../browser/console-process.ts'
import { launchBrowser } from '../browser/launch.ts'
import { type Desk, setUpDesk } from './desk.ts'
import { milliseconds, type Row, summarise } from './figures.ts'
import { holdArrow, holdJ, knownJumps, type Samples, stage, visit } from './keyboard-figures.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** How slow the processor is, and how often each build is measured, alternately, so that both have the same machine. */
interface Extent {
  slowdowns: readonly number[]
  turns: number
}

const WHOLE: Extent = { slowdowns: [1, 4, 6], turns: 5 }
const QUICK: Extent = { slowdowns: [1, 4], turns: 3 }
const KNOWN_CODES = 3
/** A figure that is worse by more than this share is named. */
const WORSE = 0.2

export const COMPARE_HEAD = ['Figure', 'CPU', 'before, p50 (p25–p75)', 'now', 'p50, now / before', '']

function run(command: string, ...parameters: string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr}`)
}

/** The locked packages of a checkout: what each is, by its folder. */
function packagesOf(root: string): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return new Map(Object.entries(packages).map(([folder, one]) => [folder, JSON.stringify(one)]))
}

/** Whether a checkout can be built with the packages of this one. The project itself, at '', may differ. */
function isServed(folder: string): boolean {
  const here = packagesOf(ROOT)
  return [...packagesOf(folder)].every(([name, one]) => name === '' || here.get(name) === one)
}

/**
 * Checks out a commit into a temporary folder, with the packages of this one.
 * @throws if the commit needs packages that this checkout does not have
 */
function checkOut(commit: string): { folder: string; remove(): void } {
  const folder = join(mkdtempSync(join(tmpdir(), 'console-before-')), 'console')
  run('git', 'worktree', 'add', '--detach', folder, commit)
  const remove = () => run('git', 'worktree', 'remove', '--force', folder)
  if (!isServed(folder)) {
    remove()
    throw new Error(`${commit} needs other packages than this checkout, so it cannot be compared here.`)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove }
}

/** One turn at a build: a cold visit, known codes and held keys. */
async function turn(desk: Desk, slowdown: number, samples: Samples): Promise<void> {
  await visit(desk, slowdown, samples)
  await knownJumps(desk, slowdown, KNOWN_CODES, samples)
  await holdJ(desk, slowdown, samples)
  await holdArrow(desk, slowdown, samples)
}

function shown(samples: readonly number[]): string {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return `${milliseconds(summarise(samples).median)} (${at(0.25).toFixed(0)}–${at(0.75).toFixed(0)})`
}

function rowsOf(slowdown: number, before: Samples, now: Samples): Row[] {
  return Array.from(now, ([name, samples]): Row => {
    const old = before.get(name) ?? []
    const ratio = summarise(samples).median / summarise(old).median
    const verdict = ratio > 1 + WORSE ? '**worse**' : ratio < 1 - WORSE ? 'better' : ''
    return [name, `${slowdown} ×`, shown(old), shown(samples), ratio.toFixed(2), verdict]
  })
}

async function* measured(
  browser: Browser,
  folder: string,
  { slowdowns, turns }: Extent,
): AsyncGenerator<Row[]> {
  const consoles = [await startConsole({}, undefined, { folder }), await startConsole()] as const
  try {
    const [before, now] = [await setUpDesk(browser, consoles[0]), await setUpDesk(browser, consoles[1])]
    for (const slowdown of slowdowns) {
      const samples: [Samples, Samples] = [new Map(), new Map()]
      await stage(`${turns} turns at ${slowdown} ×`, async () => {
        for (let count = 0; count < turns; count += 1) {
          const isEven = count % 2 === 0
          if (isEven) await turn(before, slowdown, samples[0])
          await turn(now, slowdown, samples[1])
          if (!isEven) await turn(before, slowdown, samples[0])
        }
      })
      yield rowsOf(slowdown, ...samples)
    }
  } finally {
    for (const console of consoles) await console.remove()
  }
}

/**
 * The keyboard figures of this build beside those of a commit, measured alternately in one run, for one speed of the
 * processor after the other. Names what has become worse by more than a fifth.
 * @param isQuick three turns at 1 and 4 × instead of five at 1, 4 and 6 ×
 */
export async function* compareFigures(commit: string, isQuick: boolean): AsyncGenerator<Row[]> {
  const { folder, remove } = checkOut(commit)
  const browser = await launchBrowser()
  process.stderr.write(`Load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}\n`)
  try {
    yield* measured(browser, folder, isQuick ? QUICK : WHOLE)
  } finally {
    await browser.close()
    remove()
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
}
