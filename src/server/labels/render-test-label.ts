import { bytesOf, code128, type LABEL_FONTS, MM, newDocument } from './drawing.ts'

const PAGE = { width: 100, height: 150 }
/** Length of the marks of each millimetre, of 5 and of 10, in millimetres. */
const MARK = { one: 2, five: 3.5, ten: 5 }
const THIN = 0.15
const CODE = 'TEST-100X150'
/** Module of the bar code: 3 dots of a label printer, in millimetres. */
const MODULE = 3 / 8
/** Left edge of texts and bar code, with room for the numbers of the ruler and the quiet zone of the code. */
const LEFT = 17

/** A label with the edge of the page and rulers along it, to check a printer's paper size, offset and scale. */
export async function renderTestLabel(): Promise<Uint8Array> {
  const pdf = newDocument('Test label')
  const bytes = bytesOf(pdf)
  pdf.addPage({ size: [PAGE.width * MM, PAGE.height * MM], margin: 0 })
  const half = THIN / 2
  pdf.lineWidth(THIN * MM)
  pdf.rect(half * MM, half * MM, (PAGE.width - THIN) * MM, (PAGE.height - THIN) * MM).stroke('black')
  drawRulers(pdf)
  drawText(pdf)
  drawCode(pdf)
  pdf.end()
  return bytes
}

/** Rulers from the top left corner, with a number at every centimetre. */
function drawRulers(pdf: PDFKit.PDFDocument): void {
  const markOf = (at: number) => (at % 10 === 0 ? MARK.ten : at % 5 === 0 ? MARK.five : MARK.one)
  pdf.font('plain').fontSize(7)
  for (let at = 1; at < PAGE.width; at += 1) {
    pdf.moveTo(at * MM, 0).lineTo(at * MM, markOf(at) * MM)
    if (at % 10 === 0) pdf.text(String(at), (at + 0.5) * MM, (MARK.ten - 2) * MM, { lineBreak: false })
  }
  for (let at = 1; at < PAGE.height; at += 1) {
    pdf.moveTo(0, at * MM).lineTo(markOf(at) * MM, at * MM)
    if (at % 10 === 0) pdf.text(String(at), (MARK.ten + 0.5) * MM, (at - 1.3) * MM, { lineBreak: false })
  }
  pdf.stroke('black')
}

function drawText(pdf: PDFKit.PDFDocument): void {
  const write = (text: string, font: keyof typeof LABEL_FONTS, size: number, top: number) =>
    pdf
      .font(font)
      .fontSize(size)
      .text(text, LEFT * MM, top * MM, { lineBreak: false })
  write('Test label', 'bold', 22, 35)
  write('100 × 150 mm', 'bold', 16, 46)
  write('The frame is the edge of the page: all four sides must be visible.', 'plain', 7, 58)
  write('Hold a ruler against the marks: 90 mm must measure 90 mm.', 'plain', 7, 62)
  write('If not, set the paper of the printer to 100 × 150 mm, scale 100 %.', 'plain', 7, 66)
}

function drawCode(pdf: PDFKit.PDFDocument): void {
  for (const { x, width } of code128(CODE).bars) {
    pdf.rect((LEFT + x * MODULE) * MM, 80 * MM, width * MODULE * MM, 25 * MM)
  }
  pdf.fill('black')
  pdf.font('bold').fontSize(12)
  pdf.text(CODE, LEFT * MM, 107 * MM, { lineBreak: false })
}
