/** Not the wrapping of pdfkit: it breaks words before it tries a smaller size, and returns no lines (decision 0018). */

/** A text that wraps. */
export interface Paragraph {
  text: string
  font: string
  /** Relative size within its box; 1 by default. */
  scale?: number
  /** Maximum number of lines; the rest is cut with an ellipsis. 1 by default. */
  most?: number
}

export interface Line {
  text: string
  font: string
  /** Points. */
  size: number
  /** Points from the top of the box. */
  top: number
}

export interface Room {
  /** Points. */
  width: number
  height: number
  /** Limits of the size of a paragraph of scale 1, in points. */
  largest: number
  smallest: number
}

/** Width of a text at a size of one point. */
export type Measure = (text: string, font: string) => number

/** Line height relative to the size. Accents and descenders of all fonts fit within it. */
const LEADING = 1.17
const STEP = 0.5
const ELLIPSIS = '…'

/**
 * Lays out paragraphs in the largest size at which they fit the box with no word broken. At the smallest size, words
 * that are too wide are broken and paragraphs are cut. The text never leaves the box if the maximum lines of
 * all paragraphs fit at the smallest size.
 */
export function fitText(paragraphs: readonly Paragraph[], room: Room, widthOf: Measure): Line[] {
  const present = paragraphs
    .map((paragraph) => ({ ...paragraph, text: printed(paragraph.text) }))
    .filter(({ text }) => text !== '')
  for (let size = room.largest; size > room.smallest; size -= STEP) {
    const lines = laidOut(present, size, (paragraph, width) =>
      wrapped(paragraph, room.width / width, widthOf),
    )
    if (lines && heightOf(lines) <= room.height) return lines
  }
  return (
    laidOut(present, room.smallest, (paragraph, width) => cut(paragraph, room.width / width, widthOf)) ?? []
  )
}

/** Normalised for printing: on one line, composed, without invisible characters. */
function printed(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

function laidOut(
  paragraphs: readonly Paragraph[],
  size: number,
  wrap: (paragraph: Paragraph, size: number) => string[] | null,
): Line[] | null {
  const lines: Line[] = []
  let top = 0
  for (const paragraph of paragraphs) {
    const own = size * (paragraph.scale ?? 1)
    const texts = wrap(paragraph, own)
    if (texts === null) return null
    for (const text of texts) {
      lines.push({ text, font: paragraph.font, size: own, top })
      top += own * LEADING
    }
  }
  return lines
}

/** Height of all lines in points. */
export function heightOf(lines: readonly Line[]): number {
  const last = lines.at(-1)
  return last ? last.top + last.size * LEADING : 0
}

/** The lines of a paragraph within a width in ems; null if a word or the paragraph does not fit. */
function wrapped({ text, font, most = 1 }: Paragraph, ems: number, widthOf: Measure): string[] | null {
  const lines = wrapWords(text.split(' '), (line) => widthOf(line, font) <= ems)
  return lines.length <= most && lines.every((line) => widthOf(line, font) <= ems) ? lines : null
}

function cut({ text, font, most = 1 }: Paragraph, ems: number, widthOf: Measure): string[] {
  const fits = (line: string) => widthOf(line, font) <= ems
  const words = text.split(' ').flatMap((word) => broken(word, fits))
  const lines = wrapWords(words, fits)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), fits)]
}

/** As many characters as fit before an ellipsis; the ellipsis alone if none does. */
export function shortened(text: string, fits: (line: string) => boolean): string {
  const characters = [...text]
  const shown = (count: number) => characters.slice(0, count).join('') + ELLIPSIS
  let [fitting, tooMany] = [0, characters.length + 1]
  while (fitting + 1 < tooMany) {
    const half = Math.floor((fitting + tooMany) / 2)
    if (fits(shown(half))) fitting = half
    else tooMany = half
  }
  return shown(fitting)
}

function wrapWords(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function broken(word: string, fits: (line: string) => boolean): string[] {
  const pieces = ['']
  for (const character of word) {
    const last = pieces.at(-1) ?? ''
    if (last === '' || fits(last + character)) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces
}
