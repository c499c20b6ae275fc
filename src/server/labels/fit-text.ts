/** Not the wrapping of pdfkit: it breaks words before it tries a smaller size, and returns no lines (decision 0018). */

/** One run of text that wraps. */
export interface Paragraph {
  text: string
  font: string
  /** Beside the other paragraphs of its box; 1 unless said otherwise. */
  scale?: number
  /** It never takes more lines than this: what is over is cut, with an ellipsis. 1 unless said otherwise. */
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
  /** The sizes that a paragraph of scale 1 may have, in points. */
  largest: number
  smallest: number
}

/** Width of a text at a size of one point. */
export type Measure = (text: string, font: string) => number

/** Of the size, from one line to the next: no font's accents and tails reach further. */
const LEADING = 1.17
const STEP = 0.5
const ELLIPSIS = '…'

/**
 * Lays paragraphs out in the largest size at which they fit the room with every word whole. At the smallest, words
 * that are too wide are broken and paragraphs cut: the room is never left, provided that it holds the most lines of
 * every paragraph at the smallest size.
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

/** As it is printed: on one line, composed, without what prints nothing. */
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

/** From the top of the first line to the foot of the last, in points. */
export function heightOf(lines: readonly Line[]): number {
  const last = lines.at(-1)
  return last ? last.top + last.size * LEADING : 0
}

/** The lines of a paragraph in so many ems; null where a word or the whole does not fit. */
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

/** As many of the characters as fit with an ellipsis, which alone stands where none does. */
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
