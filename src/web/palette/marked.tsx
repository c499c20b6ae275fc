import { fold } from '../../domain/format/text.ts'

/** A part of a text that matches the query or does not. */
export interface Piece {
  text: string
  match: boolean
}

/**
 * Splits a text at its matches, by the rules of the search: the whole query, otherwise each of its words, otherwise
 * its letters in order.
 */
export function markMatch(text: string, typed: string): Piece[] {
  const letters = [...text]
  const folded = letters.map(foldLetter)
  const wanted = fold(typed).trim()
  const whole = runOf(folded, wanted)
  const words = wanted.split(/\s+/).flatMap((word) => runOf(folded, word) ?? [])
  const marked = new Set(whole ?? (words.length > 0 ? words : inTurn(folded, wanted)))
  const pieces: Piece[] = []
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1)
    const match = marked.has(index)
    if (last?.match === match) last.text += letter
    else pieces.push({ text: letter, match })
  }
  return pieces
}

/** Folded letters, cached since they are folded at every keystroke. */
const FOLDED = new Map<string, string>()

function foldLetter(letter: string): string {
  const known = FOLDED.get(letter)
  if (known !== undefined) return known
  const folded = fold(letter)
  FOLDED.set(letter, folded)
  return folded
}

/** The places of the letters of the first occurrence of `wanted`; a letter may fold to none or several. */
function runOf(folded: readonly string[], wanted: string): number[] | null {
  for (let start = 0; wanted !== '' && start < folded.length; start += 1) {
    let end = start
    let found = ''
    while (end < folded.length && found.length < wanted.length) {
      found += folded[end]
      end += 1
    }
    if (found === wanted) return Array.from({ length: end - start }, (_, index) => start + index)
  }
  return null
}

function inTurn(folded: readonly string[], wanted: string): number[] {
  const places: number[] = []
  for (const letter of wanted.replace(/\s+/g, '')) {
    const place = folded.indexOf(letter, (places.at(-1) ?? -1) + 1)
    if (place === -1) return []
    places.push(place)
  }
  return places
}

interface MarkedProps {
  text: string
  part: string
  /** Where to begin and to end, if only a part of the text is shown. */
  from?: number
  to?: number
}

/** The pieces between two places of their text. */
function within(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let at = 0
  return pieces.flatMap((piece) => {
    const start = at
    at += piece.text.length
    const text = piece.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    return text === '' ? [] : [{ ...piece, text }]
  })
}

/** Letters at the end of a name that are always shown: similar products differ there. */
const LAST_LETTERS = 22

/** A name that is truncated in the middle, before one of its last words, if it does not fit. */
export function MarkedName({ text, part }: { text: string; part: string }) {
  const end = text.length > 2 * LAST_LETTERS ? text.indexOf(' ', text.length - LAST_LETTERS) : -1
  if (end < 0) {
    return (
      <span className="truncate">
        <Marked text={text} part={part} />
      </span>
    )
  }
  return (
    <span className="flex min-w-0">
      <span className="truncate">
        <Marked text={text} part={part} to={end} />
      </span>
      <span className="shrink-0 whitespace-pre">
        <Marked text={text} part={part} from={end} />
      </span>
    </span>
  )
}

/** A text with its matching parts highlighted by colour and weight. */
export function Marked({ text, part, from = 0, to = text.length }: MarkedProps) {
  const pieces = within(markMatch(text, part), from, to)
  let at = 0
  return pieces.map((piece) => {
    const key = at
    at += piece.text.length
    if (!piece.match) return piece.text
    return (
      <mark key={key} className="bg-transparent font-bold text-mark">
        {piece.text}
      </mark>
    )
  })
}
