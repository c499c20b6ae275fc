import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gssPrinter } from '../../../src/server/couriers/go-sweet-spot/printer.ts'
import { type Printable, PrinterRefused } from '../../../src/server/printing/printer.ts'
import { siteAt, startGateway } from './stand-in-gateway.ts'

const AGENT = 'Warehouse >> ZDESIGNER LP 2844 (11112)'
const ONLINE = [
  { Printer: 'Warehouse >> OTHER (1)', IsOnline: false },
  { Printer: AGENT.toLowerCase(), IsOnline: true },
]

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeEach(async () => {
  gateway = await startGateway()
  gateway.lies.set('GET /api/printers', { body: ONLINE })
  gateway.lies.set('POST /api/labels', { body: 'Print job sent' })
})
afterEach(() => gateway.stop())

const bench = () => {
  const sites = new Map([['gosweetspot', siteAt(gateway.url)]])
  return gssPrinter({ name: 'Bench 3', paper: '100x150', agentPrinter: AGENT, sites })
}
const beforeSending = vi.fn(async () => undefined)
const print = (connotes: Printable['connotes']) => {
  beforeSending.mockClear()
  const printable = {
    title: 'Labels',
    connotes,
    pdf: async () => new Uint8Array(),
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
  return bench().print({ printable, staffName: 'Mere Parata', beforeSending })
}
const label = (code: string, courier = 'gosweetspot') => ({ courier, code })
const printed = () =>
  gateway.calls.filter(({ method }) => method === 'POST').map(({ query }) => Object.fromEntries(query))

test('prints the labels of each consignment on the printer of the agent, in their order', async () => {
  await print([label('SSPOT2'), label('SSPOT1')])
  expect(printed()).toEqual([
    { connote: 'SSPOT2', printtoprinter: AGENT },
    { connote: 'SSPOT1', printtoprinter: AGENT },
  ])
})

test.each(['"Print job queued"', 'Print job sent.'])('the response %s means that it prints', async (body) => {
  gateway.lies.set('POST /api/labels', { body })
  await print([label('SSPOT1')])
  expect(printed()).toHaveLength(1)
})

test.each<[string, Printable['connotes'], string]>([
  ['a document that is no label', null, 'Bench 3 prints labels of GoSweetSpot only.'],
  ['a label of another courier', [label('COC1', 'posthaste')], 'Bench 3 prints labels of GoSweetSpot only.'],
  [
    'too many labels for the limit of its calls',
    Array.from({ length: 16 }, (_, index) => label(`SSPOT${index}`)),
    'Bench 3 prints the labels of at most 15 consignments at once.',
  ],
])('refuses %s', async (_, connotes, message) => {
  await expect(print(connotes)).rejects.toThrow(new PrinterRefused(message))
  expect(printed()).toEqual([])
})

test.each([
  [[{ Printer: AGENT, IsOnline: false }], 'Bench 3 is offline.'],
  [[], 'Bench 3 is not a printer of GoSweetSpot’s print agent.'],
])('refuses before printing if the agent has %j', async (body, message) => {
  gateway.lies.set('GET /api/printers', { body })
  await expect(print([label('SSPOT1')])).rejects.toThrow(new PrinterRefused(message))
  await expect(bench().check()).rejects.toThrow(new PrinterRefused(message))
  expect(beforeSending).not.toHaveBeenCalled()
  expect(printed()).toEqual([])
})

test.each([['Not a valid consignment number.'], ['API Key not associated with a valid printer.']])(
  '"%s" means that nothing was printed',
  async (body) => {
    gateway.lies.set('POST /api/labels', { body })
    await expect(print([label('SSPOT1')])).rejects.toThrow(
      new PrinterRefused(`GoSweetSpot did not print: ${body}`),
    )
  },
)

test('whether it printed is unknown if the connection is lost, or a later label is refused', async () => {
  gateway.lies.set('POST /api/labels', 'hang up')
  expect(await print([label('SSPOT1')]).catch((error: unknown) => error)).not.toBeInstanceOf(PrinterRefused)
  gateway.lies.set('POST /api/labels', async ({ query }) => ({
    body: query.get('connote') === 'SSPOT1' ? 'Print job sent' : 'Not a valid consignment number.',
  }))
  const failure = await print([label('SSPOT1'), label('SSPOT2')]).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PrinterRefused)
})
