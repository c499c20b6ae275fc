import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { holds, LeftOut, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { onEmergency } from '../support/cleanup.ts'
import { until } from '../support/console.ts'
import { send } from '../support/http.ts'
import { startCourier } from '../support/partners.ts'
import { attackUnderLoad } from '../support/under-load.ts'

const DISK_MIB = { embedded: 48, postgres: 320 }
/** Already allocated space is used first, so it may take a while until a write needs new space. */
const FULL_WITHIN_MS = 25_000
const FULL_MS = 3000
const FULL = /disk is full|no space left/i

/** The disk of the database fills up under load and is freed again. */
export const disk: Scenario = {
  name: 'disk',
  title: 'Disk full',
  within: 200,
  async run(bench) {
    const small = mountSmallDisk(bench, DISK_MIB[bench.databaseName])
    const database = await bench.database(small.path)
    const { gateway, settings } = await startCourier(bench)
    const console = await bench.console(database, settings)
    let failures: string[] = []
    let readiness = ''
    const findings = await attackUnderLoad(bench, {
      database,
      console,
      gateway,
      fault: async ({ tally }) => {
        small.fill()
        await until(() => tally.failures().length > 0, FULL_WITHIN_MS)
        await pause(FULL_MS)
        failures = [...tally.failures()]
        readiness = (await send(console.url, '/readyz')).text
        small.free()
      },
    })
    const named = failures.filter((text) => /disk is full/i.test(text))
    return [
      ...findings,
      holds('A write failed for want of space', failures.length > 0),
      holds('Staff are told that the disk is full', named.length > 0, failures.slice(0, 3)),
      holds('Readiness names the full disk', FULL.test(readiness), [readiness]),
      holds('The log names the full disk', FULL.test(console.log())),
    ]
  },
}

/** A separate disk that can be filled completely. */
interface SmallDisk {
  path: string
  fill(): void
  free(): void
}

/** @throws {LeftOut} if this machine does not allow mounting */
function mountSmallDisk(bench: Bench, mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'console-disk-'))
  bench.defer(() => rmdirSync(path))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=1777`, 'tmpfs', path], {
      stdio: 'ignore',
    })
  } catch {
    throw new LeftOut('a small disk cannot be mounted here: it needs Linux and root')
  }
  const unmount = () => execFileSync('umount', ['-l', path], { stdio: 'ignore' })
  const undone = onEmergency(unmount)
  bench.defer(() => {
    undone()
    unmount()
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'w')
      try {
        // Large pieces first, then smaller ones, until no byte is free.
        for (const size of [1 << 20, 1 << 12, 1 << 6, 1]) writeAll(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
}

/** Writes until the disk is full. */
function writeAll(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
