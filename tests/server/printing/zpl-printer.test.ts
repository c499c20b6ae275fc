import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import PdfDocument from 'pdfkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderTestLabel } from '../../../src/server/labels/render-test-label.ts'
import { PrinterRefused } from '../../../src/server/printing/printer.ts'
import { zplPrinter } from '../../../src/server/printing/zpl-printer.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
// A local copy; otherwise the library downloads it.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })

const READY = ['030,0,0,1218,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000000,1,000', '1234,0']

/** A label printer at the end of a TCP connection. */
let received = ''
let states: (readonly string[] | null)[] = []
let onLabel: ((socket: Socket) => void) | null = null
let onData: ((socket: Socket) => void) | null = null
let listener: Server
let port = 0
const sockets = new Set<Socket>()

/** Answers each question about the state with the next of `states`; null is silence, and the last one stays. */
function listen(): Server {
  return createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      onData?.(socket)
      for (const part of chunk.toString().split(/(~HS)/)) {
        if (part !== '~HS') received += part
        if (part.endsWith('^XZ\n')) onLabel?.(socket)
        if (part !== '~HS' || socket.destroyed) continue
        const state = states.length > 1 ? states.shift() : states[0]
        for (const line of state ?? []) socket.write(`\u0002${line}\u0003\r\n`)
      }
    })
  })
}

beforeEach(async () => {
  received = ''
  states = [READY]
  onLabel = null
  onData = null
  listener = listen().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  listener.close()
})

const bench = (parts: Partial<Parameters<typeof zplPrinter>[0]> = {}) =>
  zplPrinter({
    name: 'Bench 4',
    paper: '100x150',
    host: '127.0.0.1',
    port,
    dots: 8,
    height: 175,
    tellsState: true,
    within: { check: 5000, print: 10_000 },
    ...parts,
  })
/** Milliseconds for what never comes. */
const IMPATIENT = { check: 300, print: 600 }
const OWN = '^XA^FDTaupō^XZ\n'
const beforeSending = vi.fn(async () => undefined)
const printable = {
  title: 'Test label',
  connotes: null,
  pdf: renderTestLabel,
  zpl: async (): Promise<string | null> => OWN,
  onPrinted: async () => undefined,
}
/** A document of which there is no ZPL. */
const drawn = { ...printable, zpl: async () => null }
const print = (printer = bench(), what = printable) => {
  beforeSending.mockClear()
  return printer.print({ printable: what, staffName: 'Mere Parata', beforeSending })
}

interface Picture {
  width: number
  height: number
  isBlack(x: number, y: number): boolean
}

/** Reads the graphic fields of a label as the manual of ZPL describes them. */
function pictureOf(zpl: string): Picture {
  const height = Number(/\^LL(\d+)/.exec(zpl)?.[1])
  const width = Number(/\^PW(\d+)/.exec(zpl)?.[1])
  const black = new Set<number>()
  for (const [, left, top, sent, total, perRow, data = ''] of zpl.matchAll(
    /\^FO(\d+),(\d+)\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS/g,
  )) {
    expect(Number(total)).toBeLessThanOrEqual(99_999)
    expect(sent).toBe(total)
    const nibbles = Number(perRow) * 2
    const rows: string[] = []
    let row = ''
    let times = 0
    for (const sign of data) {
      if (/[G-Y]/.test(sign)) times += sign.charCodeAt(0) - 70
      else if (/[g-z]/.test(sign)) times += (sign.charCodeAt(0) - 102) * 20
      else if (sign === ',') row = row.padEnd(nibbles, '0')
      else if (sign === '!') row = row.padEnd(nibbles, 'F')
      else if (sign === ':') row = rows.at(-1) ?? ''
      else {
        row += sign.repeat(times || 1)
        times = 0
      }
      if (row.length < nibbles) continue
      expect(row).toHaveLength(nibbles)
      rows.push(row)
      row = ''
    }
    expect(rows).toHaveLength(Number(total) / Number(perRow))
    for (const [y, digits] of rows.entries()) {
      for (const [at, digit] of [...digits].entries()) {
        for (let bit = 0; bit < 4; bit += 1) {
          if (Number.parseInt(digit, 16) & (8 >> bit))
            black.add((Number(top) + y) * width + Number(left) + at * 4 + bit)
        }
      }
    }
  }
  return { width, height, isBlack: (x, y) => black.has(y * width + x) }
}

async function codesOn({ width, height, isBlack }: Picture): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      if (isBlack(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  const codes = await readBarcodes({ width, height, data, colorSpace: 'srgb' }, { formats: ['Code128'] })
  return codes.map(({ text }) => text)
}

const labelsIn = (zpl: string) => zpl.split('^XZ\n').slice(0, -1)

describe('what is printed', () => {
  test.each([
    [8, 800, 1200],
    [12, 1200, 1800],
  ])('is the label at %i dots a millimetre, with its edges and its bar code', async (dots, width, height) => {
    await print(bench({ dots, height: 150 }), drawn)
    const [label = '', ...others] = labelsIn(received)
    expect(others).toEqual([])
    const picture = pictureOf(label)
    expect([picture.width, picture.height]).toEqual([width, height])
    const middle = { x: Math.round(width * 0.955), y: Math.round(height * 0.955) }
    expect(picture.isBlack(middle.x, 0)).toBe(true)
    expect(picture.isBlack(middle.x, height - 1)).toBe(true)
    expect(picture.isBlack(0, middle.y)).toBe(true)
    expect(picture.isBlack(width - 1, middle.y)).toBe(true)
    expect(picture.isBlack(width >> 1, Math.round(height * 0.9))).toBe(false)
    expect(await codesOn(picture)).toEqual(['TEST-100X150'])
  })

  test('is each page, a longer one made smaller, with fonts that are not in the file', async () => {
    await print(bench({ height: 150 }), { ...drawn, pdf: longLabels })
    const labels = labelsIn(received)
    expect(labels).toHaveLength(2)
    for (const label of labels) {
      const { width, height, isBlack } = pictureOf(label)
      expect([width, height]).toEqual([800, 1200])
      // 175 mm are drawn as 150.
      const bottom = Array.from({ length: height }, (_, y) => y).findLast((y) => isBlack(100, y))
      expect(bottom).toBeGreaterThan(1185)
      const letters = Array.from({ length: 100 * 300 }, (_, at) =>
        isBlack(100 + (at % 300), 60 + Math.floor(at / 300)),
      )
      expect(letters.filter(Boolean).length).toBeGreaterThan(200)
    }
  })

  test('is the courier’s own ZPL at its resolution and height, and its PDF at others', async () => {
    await print()
    expect(received).toBe(OWN)
    received = ''
    await print(bench({ dots: 12 }))
    expect(received).toContain('^PW1200')
    received = ''
    await print(bench({ height: 150 }))
    expect(received).toContain('^PW800^LL1200')
  })
})

test('a document whose bytes are a Buffer is drawn, as merged labels and those of couriers are', async () => {
  await print(bench({ height: 150 }), { ...drawn, pdf: async () => Buffer.from(await renderTestLabel()) })
  expect(labelsIn(received)).toHaveLength(1)
})

test('a page that is wider than high is turned', async () => {
  await print(bench({ height: 150 }), { ...drawn, pdf: () => pages([150, 100], 1) })
  const picture = pictureOf(labelsIn(received)[0] ?? '')
  // The bar at the left side is now at the top.
  expect([picture.isBlack(400, 116), picture.isBlack(400, 100), picture.isBlack(400, 130)]).toEqual([
    true,
    false,
    false,
  ])
})

const longLabels = () => pages([100, 175], 2)

/** Pages of a size in mm, with a bar of 1 mm beside the left edge and a text in a standard font. */
async function pages([width, height]: [number, number], count: number): Promise<Uint8Array> {
  const mm = 72 / 25.4
  const pdf = new PdfDocument({ size: [width * mm, height * mm], margin: 0 })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (let page = 1; page <= count; page += 1) {
    if (page > 1) pdf.addPage()
    pdf.rect(14 * mm, 0, 1 * mm, height * mm).fill('black')
    pdf.fontSize(24).text('Kaikōura', 20 * mm, 10 * mm)
  }
  pdf.end()
  await once(pdf, 'end')
  return new Uint8Array(Buffer.concat(chunks))
}

/** The ready state with one value replaced: the line and the value, both from 0. */
const stateWith = (...changes: [number, number][]) =>
  READY.map((line, number) =>
    line
      .split(',')
      .map((value, index) => (changes.some(([at, which]) => at === number && which === index) ? '1' : value))
      .join(','),
  )

describe('a printer that cannot print gets no job', () => {
  test.each([
    ['is out of paper', stateWith([0, 1])],
    ['is paused', stateWith([0, 2])],
    ['is too hot', stateWith([0, 11])],
    ['is open', stateWith([0, 1], [1, 2])],
    ['is out of ribbon', stateWith([1, 3], [1, 4])],
  ])('%s', async (words, state) => {
    states = [state]
    await expect(print()).rejects.toThrow(new PrinterRefused(`Bench 4 ${words}.`))
    await expect(bench().check()).rejects.toThrow(new PrinterRefused(`Bench 4 ${words}.`))
    expect([received, beforeSending.mock.calls]).toEqual(['', []])
  })

  test('a missing ribbon stops no printer that prints without one', async () => {
    states = [stateWith([1, 3])]
    await bench().check()
  })

  test.each([
    ['nothing', null],
    ['half of it', ['030,0,0']],
    ['no end of it', Array.from({ length: 2 }, () => 'x'.repeat(5000))],
  ])('that tells %s of its state', async (_, state) => {
    states = [state]
    const words = 'Bench 4 does not answer: look at its paper, ribbon and lid.'
    await expect(print(bench({ within: IMPATIENT }))).rejects.toThrow(new PrinterRefused(words))
    expect([received, beforeSending.mock.calls]).toEqual(['', []])
  })

  test('that is off', async () => {
    listener.close()
    await expect(print()).rejects.toThrow(new PrinterRefused('Bench 4 is busy or off.'))
    expect(beforeSending).not.toHaveBeenCalled()
  })
})

test('a printer that is busy for a moment gets the job after it', async () => {
  listener.close()
  const printed = print()
  setTimeout(() => listener.listen(port, '127.0.0.1'), 700)
  await printed
  expect(labelsIn(received)).toHaveLength(1)
})

describe('a job whose end is unknown', () => {
  const unknown = async (printed: Promise<void>) => {
    const error: unknown = await printed.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(PrinterRefused)
    expect(beforeSending).toHaveBeenCalledTimes(1)
  }

  test('is not said to be refused if the printer is unplugged in its middle', async () => {
    onLabel = (socket) => socket.destroy()
    await unknown(print())
  })

  test('is not said to be printed if the printer falls silent', async () => {
    states = [READY, READY, null]
    await unknown(print(bench({ within: { check: 5000, print: 600 } })))
  })

  test('is not said to be printed if the paper has run out', async () => {
    states = [READY, READY, stateWith([0, 1])]
    await unknown(print())
  })
})

test('a long job is sent as slowly as the printer reads it', async () => {
  const labels = '^XA^FD'.padEnd(64_000, 'x').concat('^XZ\n').repeat(40)
  let pauses = 0
  onData = (socket) => {
    socket.pause()
    pauses += 1
    setTimeout(() => socket.resume(), 20)
  }
  await print(bench({ within: { check: 5000, print: 10_000 } }), { ...printable, zpl: async () => labels })
  expect(received).toBe(labels)
  expect(pauses).toBeGreaterThan(10)
})

test('a print server that answers nonsense and only passes on gets the labels once', async () => {
  onData = (socket) => void socket.write('HTTP/1.1 400 Bad Request')
  await print(bench({ tellsState: false }))
  expect(received).toBe(OWN)
})

test('a print server that only passes on gets the labels without a question', async () => {
  states = [null]
  const passing = bench({ tellsState: false })
  await passing.check()
  await print(passing)
  expect(received).toBe(OWN)
})
