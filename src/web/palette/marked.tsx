import { fold } from '../../domain/format/text.ts'

/** A part of a text that matches the query or does not. */
export interface MarkedPart {
  text: string
  match: boolean
}

/**
 * Splits a text at its matches, by the rules of the search: the whole query, otherwise each of its words, otherwise
 * its letters in order.
 * @param from the first letter of the returned part, `to` the one behind it
 */
export function markMatch(
  text: string,
  typed: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): MarkedPart[] {
  const letters = [...text]
  const folded = letters.map(fold)
  const query = fold(typed).trim()
  const words = query.split(/\s+/).flatMap((word) => runOf(folded, word) ?? [])
  const marked = new Set(runOf(folded, query) ?? (words.length > 0 ? words : inTurn(folded, query)))
  const pieces: MarkedPart[] = []
  for (const [index, letter] of letters.entries()) {
    if (index < from || index >= to) continue
    const last = pieces.at(-1)
    const match = marked.has(index)
    if (last?.match === match) last.text += letter
    else pieces.push({ text: letter, match })
  }
  return pieces
}

/** The places of the letters of the first occurrence of `query`; a letter may fold to none or several. */
function runOf(folded: readonly string[], query: string): number[] | null {
  for (let start = 0; query !== '' && start < folded.length; start += 1) {
    let end = start
    let found = ''
    while (end < folded.length && found.length < query.length) {
      found += folded[end]
      end += 1
    }
    if (found === query) return Array.from({ length: end - start }, (_, index) => start + index)
  }
  return null
}

function inTurn(folded: readonly string[], query: string): number[] {
  const places: number[] = []
  for (const letter of query.replace(/\s+/g, '')) {
    const place = folded.indexOf(letter, (places.at(-1) ?? -1) + 1)
    if (place === -1) return []
    places.push(place)
  }
  return places
}

/** A text, or a part of it, with its matches highlighted by colour and weight. */
export function Marked({ text, part, from, to }: { text: string; part: string; from?: number; to?: number }) {
  let key = 0
  return markMatch(text, part, from, to).map((piece) => {
    key += 1
    if (!piece.match) return piece.text
    return (
      <mark key={key} className="bg-transparent font-bold text-mark">
        {piece.text}
      </mark>
    )
  })
}

/** Letters at the end of a name that are always shown: similar products differ there. */
const LAST_LETTERS = 22

/** A name that is truncated in the middle, before one of its last words, if it does not fit. */
export function MarkedName({ text, part }: { text: string; part: string }) {
  const letters = [...text]
  const space = letters.length > 2 * LAST_LETTERS ? letters.indexOf(' ', letters.length - LAST_LETTERS) : -1
  const end = space === -1 ? letters.length : space
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
