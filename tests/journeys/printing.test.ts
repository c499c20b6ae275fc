import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Consignment } from '../../src/contract/consignments.ts'
import { findings } from '../browser/axe.ts'
import { focused } from '../browser/keyboard.ts'
import { readPdf, scanPdf } from '../server/labels/read-pdf.ts'
import { holdCall } from './faults.ts'
import { DOTS, expectLabels } from './printed-labels.ts'
import { describePrinting } from './printing-bench.ts'
import {
  chooseFirst,
  dialog,
  getOptions,
  isToBeSent,
  label,
  opened,
  palette,
  rowsOf,
  typeMeasures,
  verifyAddress,
} from './screens.ts'

const GONE = { name: 'Bench 9', paper: '100x150', address: 'ipp://127.0.0.1:9/ipp/print' } as const

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text)

/** Runs a command by the palette. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await opened(palette(page))
  await page.keyboard.type(`>${title}`)
  await palette(page).getByRole('option', { name: title }).and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('Enter')
}

describePrinting(
  'printing',
  {
    printers: { 'Bench 2': '100x150', 'Bench 3': '100x150', 'Bench 4': '100x150', Office: 'A4' },
    others: [GONE],
  },
  ({ bench, printer, open }) => {
    /** A day with several consignments. */
    let day = ''
    let ofTheDay: Consignment[] = []
    let next = 0
    /** A consignment that no other journey of this file prints. */
    const take = () => {
      const one = ofTheDay[next++]
      if (!one) throw new Error('The day has too few consignments.')
      return one
    }
    const openLabel = async (workstation: object) => {
      const consignment = take()
      const page = await open(`/consignments/${consignment.tracking_code}`, workstation)
      await page.getByRole('button', { name: /^Options/ }).waitFor()
      return { page, consignment }
    }
    beforeAll(async () => {
      const latest = await bench.latestDay(({ length }) => length >= 10)
      day = latest.day
      ofTheDay = latest.consignments
    })

    test('a label printer is chosen by the palette, and p then prints at once, once', async () => {
      const { page, consignment } = await openLabel({})
      await command(page, 'Choose label printer')
      const chooser = dialog(page, 'Label printer')
      await opened(chooser)
      expect(await findings(page, 'choosing a printer', '[role=dialog]')).toEqual([])
      await chooser.getByRole('radio', { name: 'Bench 2' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await notice(page, 'Labels print on Bench 2').waitFor()
      await chooser.waitFor({ state: 'detached' })
      const before = printer('Bench 2').jobs().length
      await page.keyboard.press('p')
      await notice(page, 'Printed on Bench 2').waitFor()
      const jobs = await printer('Bench 2').untilJobs(before + 1)
      await expectLabels(jobs.at(-1), [consignment])
      expect(await page.locator('iframe').count()).toBe(0)

      const noted = page.waitForResponse('**/api/v1/print-jobs')
      await page.keyboard.press('Shift+P')
      await printer('Bench 2').untilJobs(before + 2)
      await noted
      expect(printer('Bench 2').jobs()).toHaveLength(before + 2)
      await expect.poll(() => focused(page)).not.toBe('body')

      const answer = await page.request.get(`/api/v1/consignments/${consignment.tracking_code}/history`, {
        headers: { authorization: `Bearer ${process.env.JOURNEY_SESSION}` },
      })
      const history: { data: { type: string }[] } = await answer.json()
      expect(history.data.filter(({ type }) => type === 'print-labels')).toHaveLength(2)
    })

    test('keys pressed before the printers are known choose among them', async () => {
      const { page } = await openLabel({})
      const printers = await holdCall(page, '**/api/v1/printers')
      await page.reload()
      await page.getByRole('button', { name: /^Options/ }).waitFor()
      await command(page, 'Choose label printer')
      await opened(dialog(page, 'Label printer'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      printers.release()
      await notice(page, 'Labels print on Bench 3').waitFor()
    })

    test('a printer out of paper gets no job, and the notice offers another printer', async () => {
      await printer('Bench 4').takePaper()
      const { page, consignment } = await openLabel({ labelPrinter: 'Bench 4' })
      await page.keyboard.press('p')
      await notice(page, 'Bench 4 is out of paper.').waitFor()
      expect(await findings(page, 'a printer out of paper', '[aria-label=Notices]')).toEqual([])
      await page.getByRole('button', { name: 'Print last job on another printer' }).click()
      const chooser = dialog(page, 'Print on another printer')
      await opened(chooser)
      expect(await chooser.getByRole('radio', { name: 'Bench 4' }).count()).toBe(0)
      await chooser.getByRole('radio', { name: 'Bench 2' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('ArrowDown')
      await chooser.getByRole('radio', { name: 'Bench 3', checked: true }).waitFor()
      await page.keyboard.press('Enter')
      await notice(page, 'Printed on Bench 3').waitFor()
      await expectLabels((await printer('Bench 3').untilJobs(1)).at(-1), [consignment])
      expect(printer('Bench 4').jobs()).toEqual([])
    })

    test('a printer that is gone is named, and the browser prints instead', async () => {
      const { page } = await openLabel({ labelPrinter: 'Bench 9' })
      await page.keyboard.press('p')
      await notice(page, 'Bench 9 cannot be reached.').waitFor()
      await page.getByRole('button', { name: 'Print last job in the browser' }).click()
      await page.locator('body[data-printed]').waitFor()
    })

    test('the labels of selected rows are one job, in the order of the list', async () => {
      const page = await open(`/consignments?date=${day}`, { labelPrinter: 'Bench 2' })
      const rows = rowsOf(page.getByRole('grid', { name: 'Consignments' }))
      await rows.first().waitFor()
      const before = printer('Bench 2').jobs().length
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByText('3 selected', { exact: true }).waitFor()
      await page.keyboard.press('p')
      await notice(page, 'Printed on Bench 2').waitFor()
      const jobs = await printer('Bench 2').untilJobs(before + 1)
      expect(jobs).toHaveLength(before + 1)
      await expectLabels(jobs.at(-1), ofTheDay.slice(0, 3))
    })

    test('a run sheet is printed on the A4 printer of the workstation, on A4', async () => {
      const page = await open('/end-of-day', { paperPrinter: 'Office' })
      await rowsOf(page.getByRole('grid', { name: 'Couriers' }))
        .first()
        .waitFor()
      await page.keyboard.press('p')
      await notice(page, 'Printed on Office').waitFor()
      const [pdf = new Uint8Array()] = await printer('Office').untilJobs(1)
      const [{ width = 0, height = 0, texts = [] } = {}] = await readPdf(pdf)
      expect([Math.round(width), Math.round(height)]).toEqual([210, 297])
      expect(texts.map(({ text }) => text)).toContain('Signature')
    })

    test('a label is printed as soon as it is booked, if the workstation says so', async () => {
      const { code } = await bench.takeOrder('?status=paid', isToBeSent)
      const page = await open(`/orders/${code}?tab=freight`, {
        labelPrinter: 'Bench 2',
        printWhenBooked: true,
      })
      await page.getByRole('heading', { name: 'Parcel items' }).waitFor()
      const before = printer('Bench 2').jobs().length
      await verifyAddress(page)
      await typeMeasures(page, '22', '60', '30', '11')
      await getOptions(page)
      await chooseFirst(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await label(page).waitFor()
      await notice(page, 'Printed on Bench 2').waitFor()
      const [, tracking = ''] = /^\/consignments\/([^/]+)$/.exec(new URL(page.url()).pathname) ?? []
      const pdf = (await printer('Bench 2').untilJobs(before + 1)).at(-1) ?? new Uint8Array()
      const codes = await scanPdf(pdf, 1, DOTS)
      expect(codes.some(({ text }) => text.startsWith(decodeURIComponent(tracking)))).toBe(true)
    })

    test('the settings have the printers of this workstation and print a test label', async () => {
      const page = await open('/settings', {})
      await page
        .getByRole('combobox', { name: 'Label printer' })
        .selectOption({ label: 'Bench 3 · 100 × 150 mm' })
      await page.getByRole('combobox', { name: 'A4 printer' }).selectOption({ label: 'Office · A4' })
      expect(await findings(page, 'settings', 'main')).toEqual([])
      const before = printer('Bench 3').jobs().length
      await page.getByRole('button', { name: 'Print test label', exact: true }).click()
      await notice(page, 'Printed on Bench 3').waitFor()
      const pdf = (await printer('Bench 3').untilJobs(before + 1)).at(-1) ?? new Uint8Array()
      const [{ width = 0, height = 0 } = {}] = await readPdf(pdf)
      expect([Math.round(width), Math.round(height)]).toEqual([100, 150])
      const stored = await page.evaluate(() => localStorage.getItem('workstation'))
      expect(JSON.parse(stored ?? '')).toMatchObject({ labelPrinter: 'Bench 3', paperPrinter: 'Office' })
    })
  },
)
