import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPrinters } from '../../../src/server/operations/doctor.ts'
import { ConfigError, readConfig } from '../../../src/server/platform/config.ts'
import { startFakePrinter } from '../printing/fake-printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'console-printers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GSS = { GSS_ACCESS_KEY: 'key', GSS_SITE_ID: '4180' }
const BENCH = { name: 'Bench 2', paper: '100x150', address: 'ipp://10.0.0.5/ipp/print' }
const file = join(folder, 'printers.json')
const configOf = (content: unknown, env = {}) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readConfig({ ...env, PRINTERS: file })
}

test('the printers are read from a file', () => {
  const others = [
    { name: 'Office', paper: 'A4', address: 'ipps://print.example:8631/printers/office' },
    { name: 'Bench 3', paper: '100x150', address: 'gss: Warehouse >> ZDESIGNER (11112) ' },
  ]
  expect(configOf([BENCH, ...others], GSS).printers).toEqual([
    { name: 'Bench 2', paper: '100x150', address: { kind: 'ipp', url: BENCH.address } },
    {
      name: 'Office',
      paper: 'A4',
      address: { kind: 'ipp', url: 'ipps://print.example:8631/printers/office' },
    },
    {
      name: 'Bench 3',
      paper: '100x150',
      address: { kind: 'gss', printer: 'Warehouse >> ZDESIGNER (11112)' },
    },
  ])
})

const NOT_AN_ADDRESS =
  'printer 1: address must be an address such as ipp://10.0.0.5/ipp/print, or gss: and a printer of GoSweetSpot'
test.each([
  ['not JSON', '[', 'is not valid JSON'],
  ['no list', {}, 'must be a list of printers'],
  ['no object', ['Bench 2'], 'printer 1: must be an object'],
  ['no name', [{ ...BENCH, name: ' ' }], 'printer 1: name must have 1 to 40 characters'],
  ['a name twice', [BENCH, { ...BENCH, paper: 'A4' }], "printer 2: name 'Bench 2' is used twice"],
  ['another paper', [BENCH, { ...BENCH, paper: 'A5' }], 'printer 2: paper must be 100x150 or A4'],
  ['no address', [{ name: 'Bench 2', paper: 'A4' }], NOT_AN_ADDRESS],
  ['another kind of address', [{ ...BENCH, address: 'http://10.0.0.5/' }], NOT_AN_ADDRESS],
  ['a password', [{ ...BENCH, address: 'ipp://user:secret@10.0.0.5/' }], NOT_AN_ADDRESS],
  ['an unknown field', [{ ...BENCH, tray: 2 }], "printer 1: has no field 'tray'"],
  [
    'a printer of GoSweetSpot without an account',
    [BENCH, { ...BENCH, name: 'Bench 3', address: 'gss:ZDESIGNER' }],
    'printer 2: address needs GSS_ACCESS_KEY and GSS_SITE_ID',
  ],
])('a file with %s is refused, naming entry and field', (_, content, reason) => {
  expect(() => configOf(content)).toThrow(new ConfigError(`PRINTERS ${file}: ${reason}.`))
})

test('a file that is missing is named', () => {
  expect(() => readConfig({ PRINTERS: join(folder, 'none.json') })).toThrow(/^PRINTERS .*none\.json: ENOENT/)
})

test('the doctor checks whether every printer can print', async () => {
  const [ready, empty] = [await startFakePrinter(), await startFakePrinter()]
  empty.attributes = { 'printer-state-reasons': 'media-empty' }
  const config = configOf([
    { ...BENCH, address: ready.url },
    { ...BENCH, name: 'Office', paper: 'A4', address: empty.url },
  ])
  expect(await checkPrinters(readConfig({}))).toEqual([])
  expect(await checkPrinters(config)).toEqual([
    { check: 'Printers', needsAttention: false, detail: 'Bench 2 is ready.' },
    { check: 'Printers', needsAttention: true, detail: 'Office is out of paper.' },
  ])
  expect(ready.jobs).toEqual([])
  await ready.stop()
  await empty.stop()
})
