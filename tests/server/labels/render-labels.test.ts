import PdfDocument from 'pdfkit'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { DEMO_SENDERS } from '../../../src/domain/freight/branch.ts'
import { LABEL_FONTS, type Measure, shortened } from '../../../src/server/labels/drawing.ts'
import { mergePdfs } from '../../../src/server/labels/merge-pdfs.ts'
import { type LabelContent, renderLabels } from '../../../src/server/labels/render-labels.ts'
import { renderTestLabel } from '../../../src/server/labels/render-test-label.ts'
import { fc } from '../../properties.ts'
import { DESTINATION, LABEL, pieces } from './example-label.ts'
import { PRINTERS, type ReadPage, type ReadText, readEnds, readPdf, scanPdf } from './read-pdf.ts'

const read = async (content: LabelContent): Promise<ReadPage[]> => readPdf(await renderLabels(content))
const to = (parts: Partial<LabelContent['destination']>): LabelContent => ({
  ...LABEL,
  destination: { ...DESTINATION, ...parts },
})

/** The runs of text on the first page. */
async function textsOf(content: LabelContent): Promise<string[]> {
  const [page] = await read(content)
  return page?.texts.map(({ text }) => text) ?? []
}

const overlaps = (one: ReadText, other: ReadText) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Expects each text to be within the page and clear of all others. */
function expectTidy({ width, height, texts }: ReadPage) {
  for (const [index, text] of texts.entries()) {
    expect(text.left, text.text).toBeGreaterThanOrEqual(4)
    expect(text.right, text.text).toBeLessThanOrEqual(width - 4)
    expect(text.top, text.text).toBeGreaterThanOrEqual(4)
    expect(text.bottom, text.text).toBeLessThanOrEqual(height - 2)
    const clashes = texts.slice(index + 1).filter((other) => overlaps(text, other))
    expect(clashes, text.text).toEqual([])
  }
}

const LONGEST_COMPANY = 'Whangārei & Kaikōura Agricultural and Horticultural Supplies'
const WORD = 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu'
const ALL_TOO_LONG: LabelContent = {
  ...LABEL,
  courier: WORD,
  service: 'Overnight '.repeat(30),
  orderCode: 'W'.repeat(90),
  pieces: [{ barcode: 'COC00014123001-AND-MUCH-MORE-OF-IT', weight: 123_456.789 }],
  destination: {
    company: `${WORD} `.repeat(4),
    contact: 'Ü'.repeat(200),
    phone: '0'.repeat(100),
    email: '',
    street: 'Long '.repeat(100),
    suburb: 'Long '.repeat(100),
    city: WORD,
    postcode: '0'.repeat(40),
    isRural: true,
    instructions: 'Call on arrival. '.repeat(200),
  },
}

afterEach(() => vi.restoreAllMocks())

describe('labels', () => {
  it.each([1, 2, 12])('are a page of 100 × 150 mm for each of %i pieces', async (count) => {
    const pages = await read({ ...LABEL, pieces: pieces(count) })
    expect(pages).toHaveLength(count)
    for (const [index, page] of pages.entries()) {
      expect(page.width).toBeCloseTo(100, 3)
      expect(page.height).toBeCloseTo(150, 3)
      const texts = page.texts.map(({ text }) => text)
      const number = String(index + 1).padStart(3, '0')
      expect(texts).toEqual(expect.arrayContaining([`${index + 1} of ${count}`, `LH1602541${number}`]))
    }
  })

  it('lay out text of every page once', async () => {
    const measured = vi.spyOn(PdfDocument.prototype, 'widthOfString')
    const measuring = async (count: number) => {
      measured.mockClear()
      await renderLabels({ ...ALL_TOO_LONG, pieces: pieces(count) })
      return measured.mock.calls.length
    }
    const first = await measuring(1)
    expect(await measuring(11)).toBeLessThan(2 * first)
  })

  it('let other work run between the pages', async () => {
    const pages = vi.spyOn(PdfDocument.prototype, 'addPage')
    const rendering = renderLabels({ ...LABEL, pieces: pieces(50) })
    await new Promise((turn) => setImmediate(turn))
    expect(pages.mock.calls.length).toBeLessThan(50)
    await rendering
    expect(pages).toHaveBeenCalledTimes(50)
  })

  it('contain everything that a driver and a depot need', async () => {
    const { name, phone } = DEMO_SENDERS.auckland
    expect(await textsOf(LABEL)).toEqual([
      'NZ Couriers',
      'Overnight',
      'Auckland',
      '1061',
      'TO',
      'Tāmaki Plumbing & Gas Ltd',
      "Wiremu O'Neill",
      '42 Hugo Johnston Drive',
      'Penrose, Auckland 1061',
      'Phone 021 555 0188',
      'Leave at the site office if nobody is in.',
      '1 of 1',
      '12.5 kg',
      'Order 104823',
      `From ${name} · ${phone}`,
      '1 Example Road, Penrose, Auckland 1061',
      'LH1602541001',
    ])
  })

  it('show the branch that sends', async () => {
    const texts = await textsOf({ ...LABEL, sender: DEMO_SENDERS.christchurch })
    expect(texts).toContain('1 Example Road, Middleton, Christchurch 8024')
  })

  it('omit the sender if the branch has none', async () => {
    const texts = await textsOf({ ...LABEL, sender: null })
    expect(texts.filter((text) => /^From|Example Road/.test(text))).toEqual([])
  })

  it.each([
    ['Overnight', 'Simulated courier · Overnight'],
    ['', 'Simulated courier'],
  ])('say that the courier is simulated, before the service %j', async (service, said) => {
    expect(await textsOf({ ...LABEL, service, isSimulated: true })).toContain(said)
    expect((await textsOf({ ...LABEL, service })).join()).not.toContain('Simulated')
  })

  it('mark rural addresses, without the number that is for mail', async () => {
    const rural = to({
      street: '238 Pepperill Road, RD 3',
      suburb: 'R.D. 3',
      city: 'Putāruru',
      postcode: '3482',
      isRural: true,
    })
    const texts = await textsOf(rural)
    expect(texts).toEqual(expect.arrayContaining(['RURAL', '238 Pepperill Road', 'Putāruru 3482']))
    expect(await textsOf(LABEL)).not.toContain('RURAL')
  })

  it.each([
    ['a town that is its own suburb', { suburb: 'Oxford', city: 'Oxford', postcode: '7495' }, 'Oxford 7495'],
    ['no town', { suburb: 'Kumeū', city: '', postcode: '0891' }, 'Kumeū 0891'],
    ['no suburb', { suburb: ' ', city: 'Ōtaki', postcode: '5512' }, 'Ōtaki 5512'],
  ])('do not repeat the place: %s', async (_, parts, line) => {
    const texts = await textsOf(to(parts))
    expect(texts).toContain(line)
    expect(texts).toContain(line.split(' ')[0])
  })

  it('need no order', async () => {
    const texts = await textsOf({ ...LABEL, orderCode: ' ' })
    expect(texts.filter((text) => text.startsWith('Order'))).toEqual([])
  })

  it('name the person if there is no company', async () => {
    const texts = await textsOf(to({ company: ' ', phone: '' }))
    expect(texts.filter((text) => text === "Wiremu O'Neill")).toHaveLength(1)
    expect(texts.join()).not.toContain('Phone')
  })

  it('compose macrons and keep what is typed on one line', async () => {
    const texts = await textsOf(
      to({ contact: 'Ta\u0304ne\u0007\nMahuta', instructions: 'Bell\r\n\tat  back' }),
    )
    expect(texts).toEqual(expect.arrayContaining(['Tāne Mahuta', 'Bell at back']))
  })

  it('show a company of sixty characters without a cut', async () => {
    expect(LONGEST_COMPANY).toHaveLength(60)
    const [page] = await read(to({ company: LONGEST_COMPANY }))
    expect(page?.texts.map(({ text }) => text).join(' ')).toContain(LONGEST_COMPANY)
  })

  it.each([
    ['the usual', LABEL],
    ['a long company', to({ company: LONGEST_COMPANY, isRural: true })],
    ['everything too long', ALL_TOO_LONG],
    ['nothing', to({ company: '', contact: '', phone: '', street: '', suburb: '', city: '', postcode: '' })],
    ['a hundred pieces', { ...LABEL, pieces: pieces(100) }],
  ])('keep every text in its place: %s', async (_, content) => {
    for (const page of await readEnds(await renderLabels(content))) expectTidy(page)
  })

  it('show that something was cut', async () => {
    const texts = await textsOf(ALL_TOO_LONG)
    expect(texts.filter((text) => text.endsWith('…')).length).toBeGreaterThanOrEqual(6)
    expect(texts.join(' ')).toContain('Phone 000')
  })

  it.each(PRINTERS)('can be scanned off a printer of %i dots to the millimetre', async (dots) => {
    const pdf = await renderLabels({ ...LABEL, pieces: pieces(3) })
    for (const number of [1, 3]) {
      expect(await scanPdf(pdf, number, dots)).toEqual([
        { format: 'QRCode', text: 'https://track.example/LH1602541' },
        { format: 'Code128', text: `LH160254100${number}` },
      ])
    }
  })

  it.each([
    ['COC00014123001', 'COC00014123'],
    ['CL092594237NZ', 'CL092594237NZ'],
    ['^ABC~ 12/34 [%]', 'x'],
    ['COC00014123001-AND-MUCH-MORE-OF-IT', 'https://track.example/parcels?of=Ōtaki&number=COC00014123'],
  ])('have the barcode %s', async (barcode, trackingCode) => {
    const pdf = await renderLabels({
      ...LABEL,
      trackingUrl: null,
      trackingCode,
      pieces: [{ barcode, weight: 1 }],
    })
    expect(await scanPdf(pdf, 1, PRINTERS[0] ?? 8)).toEqual([
      { format: 'QRCode', text: trackingCode },
      { format: 'Code128', text: barcode },
    ])
  })

  it.each(['Ā', '', 'A\n'])('are refused for the barcode %j, which cannot be encoded', async (barcode) => {
    const refused = renderLabels({ ...LABEL, pieces: [{ barcode, weight: 1 }] })
    await expect(refused).rejects.toThrow('cannot be a Code 128')
  })
})

test('the test label is one page of 100 × 150 mm with numbered rulers at both edges', async () => {
  const pages = await readPdf(await renderTestLabel())
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[100, 150]])
  const texts = pages[0]?.texts ?? []
  for (const { text, left, top, right, bottom } of texts) {
    expect([left > 0, top > 0, right < 100, bottom < 150], text).toEqual([true, true, true, true])
  }
  for (const [index, text] of texts.entries()) {
    const clashes = texts.slice(index + 1).filter((other) => overlaps(text, other))
    expect(clashes, text.text).toEqual([])
  }
  const numbers = texts.filter(({ text }) => /^\d+$/.test(text))
  const across = numbers.filter(({ top }) => top < 6).map(({ text }) => Number(text))
  const down = numbers.filter(({ left }) => left < 6).map(({ text }) => Number(text))
  expect(across).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
  expect(down).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140])
  // Each number is next to the mark of its centimetre.
  for (const { text, left } of numbers.filter(({ top }) => top < 6)) {
    expect(left - Number(text)).toBeCloseTo(0.5, 0)
  }
})

test.each(PRINTERS)('the bar code of the test label is read at %i dots per millimetre', async (dots) => {
  expect(await scanPdf(await renderTestLabel(), 1, dots)).toEqual([
    { format: 'Code128', text: 'TEST-100X150' },
  ])
})

test('merged files keep the pages of each, in their order', async () => {
  const label = await renderLabels(LABEL)
  const files = [await renderTestLabel(), label, await renderTestLabel()]
  const merged = await mergePdfs(files, new AbortController().signal)
  const pages = await readPdf(merged)
  const isTest = pages.map(({ texts }) => texts.some(({ text }) => text === 'Test label'))
  expect(isTest).toEqual([true, ...LABEL.pieces.map(() => false), true])
})

describe('a text that is too wide', () => {
  const pdf = new PdfDocument({ autoFirstPage: false, font: '' })
  for (const [name, font] of Object.entries(LABEL_FONTS)) pdf.registerFont(name, font)
  const ofLabels: Measure = (text, font) => pdf.font(font).fontSize(1).widthOfString(text)
  const ofEqualLetters: Measure = (text) => [...text].length

  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))

  /** Removes one character after the other until the rest fits. */
  function oneByOne(text: string, fits: (line: string) => boolean): string {
    const rest = [...text]
    while (rest.length > 0 && !fits(`${rest.join('')}…`)) rest.pop()
    return `${rest.join('')}…`
  }

  it.each([
    ['equal letters', ofEqualLetters, 70],
    ["the labels' fonts", ofLabels, 40],
  ])('cuts as little as possible: %s', (_, widthOf, widest) => {
    const width = fc.double({ min: 0, max: widest, noNaN: true })
    fc.assert(
      fc.property(text, width, fc.constantFrom('plain', 'bold'), (text, width, font) => {
        const fits = (line: string) => widthOf(line, font) <= width
        expect(shortened(text, fits)).toBe(oneByOne(text, fits))
      }),
      { numRuns: 300 },
    )
  })
})
