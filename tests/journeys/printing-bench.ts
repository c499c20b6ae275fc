import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Paper } from '../../src/contract/printing.ts'
import type { Workstation } from '../../src/web/state/workstation.ts'
import { createPrinters, type TestPrinter, type TestPrinters, whyNoPrinters } from '../browser/ipp-printer.ts'
import { Workbench } from './workbench.ts'

/** A console with real IPP printers. */
export interface PrintingBench {
  bench: Workbench
  printer(name: string): TestPrinter
  /** A page at a path, see `Workbench.navigate`, at a workstation with these settings. */
  open(path: string, workstation: Partial<Workstation>): Promise<Page>
}

interface Equipment {
  /** The printers to start, by name. */
  printers: Readonly<Record<string, Paper>>
  /** Further entries of the file of `PRINTERS`, such as of a printer that is not there. */
  others?: readonly { name: string; paper: Paper; address: string }[]
}

/** Sets up the workstation as another tab of the browser does, so that the open console uses these settings. */
export function setWorkstation(page: Page, workstation: Partial<Workstation>): Promise<void> {
  return page.evaluate((newValue) => {
    localStorage.setItem('workstation', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'workstation', newValue, storageArea: localStorage }))
  }, JSON.stringify(workstation))
}

/** Runs journeys with real printers, or says that they are left out, see `whyNoPrinters`. */
export function describePrinting(
  title: string,
  equipment: Equipment,
  journeys: (bench: PrintingBench) => void,
): void {
  const reason = whyNoPrinters()
  if (reason !== null) console.warn(`The journeys of ${title} are left out: ${reason}.`)
  describe.runIf(reason === null)(title, () => {
    const bench = new Workbench()
    const started = new Map<string, TestPrinter>()
    const folder = mkdtempSync(join(tmpdir(), 'console-printers-file-'))
    let printers: TestPrinters | null = null
    beforeAll(async () => {
      printers = createPrinters()
      for (const name of Object.keys(equipment.printers)) started.set(name, await printers.start(name))
      const entries = Object.entries(equipment.printers).map(([name, paper]) => ({
        name,
        paper,
        address: started.get(name)?.address,
      }))
      const file = join(folder, 'printers.json')
      writeFileSync(file, JSON.stringify([...entries, ...(equipment.others ?? [])]))
      await bench.start({ PRINTERS: file })
    })
    afterEach(({ task }) => bench.leave(task.result?.state === 'fail'))
    afterAll(async () => {
      await bench.end()
      await printers?.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    journeys({
      bench,
      printer(name) {
        const printer = started.get(name)
        if (printer === undefined) throw new Error(`There is no printer ${name}.`)
        return printer
      },
      async open(path, workstation) {
        const page = await bench.navigate(path)
        await setWorkstation(page, workstation)
        return page
      },
    })
  })
}
