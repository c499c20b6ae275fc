import { setTimeout as pause } from 'node:timers/promises'
import { holds, type Scenario } from '../scenario.ts'
import { startCourier } from '../support/partners.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { attackUnderLoad } from '../support/under-load.ts'
import { until } from '../support/until.ts'

const DISK_MIB = { embedded: 48, postgres: 320 }
/** Already allocated space is used first, so it may take a while until a write needs new space. */
const FULL_WITHIN_MS = 25_000
const FULL_MS = 3000

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
    const findings = await attackUnderLoad(bench, {
      database,
      console,
      gateway,
      fault: async ({ tally }) => {
        small.fill()
        await until(() => tally.failures().length > 0, FULL_WITHIN_MS)
        await pause(FULL_MS)
        failures = [...tally.failures()]
        small.free()
      },
    })
    const named = failures.filter((text) => /disk is full/i.test(text))
    return [
      ...findings,
      holds('A write failed for want of space', failures.length > 0),
      holds('Staff are told that the disk is full', named.length > 0, failures.slice(0, 3)),
      holds('The log names the full disk', /disk is full|no space left/i.test(console.log())),
    ]
  },
}
