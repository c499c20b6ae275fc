/** Streaming JSON parsers stop at the first fault, but the import reports every fault (decision 0018). */

/** The text of one record, and the line on which it begins. */
export interface Piece {
  line: number
  text: string
  /** Why it cannot be a record, if already known. */
  fault?: string
}

/** Cuts a text that arrives in chunks into records. Keeps only the incomplete record in memory. */
export interface Cutter {
  cut(chunk: string): Generator<Piece>
  /** The rest at the end of the text. */
  end(): Generator<Piece>
}

/** Limit of a record, in characters, because a record is kept in memory. */
export const LONGEST = 5_000_000
const TOO_LONG = `may have at most ${LONGEST} characters`

/** One record per line. */
export function lineCutter(): Cutter {
  let rest = ''
  let line = 1
  const piece = (text: string): Piece[] => {
    const found = { line, text: text.trim() }
    line += 1
    if (found.text === '') return []
    return [found.text.length > LONGEST ? { ...found, fault: TOO_LONG } : found]
  }
  return {
    *cut(chunk) {
      let from = 0
      for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
        yield* piece(rest + chunk.slice(from, to))
        rest = ''
        from = to + 1
      }
      // Of an endless line, only enough is kept to report that it is too long.
      if (rest.length <= LONGEST) rest += chunk.slice(from)
    },
    *end() {
      yield* piece(rest)
    },
  }
}

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

/** The elements of one array. Records are separated by their braces, so that a broken one affects few others. */
export function arrayCutter(): Cutter {
  let text = ''
  let line = 1
  let began = 1
  /** Number of open braces and brackets: 1 within the array, -1 after it. */
  let depth = 0
  let isSpoilt = false
  let isInString = false
  let isEscaped = false

  function* finish(): Generator<Piece> {
    const whole = text.trim()
    text = ''
    if (whole === '') return
    yield whole.length > LONGEST ? { line: began, text: '', fault: TOO_LONG } : { line: began, text: whole }
  }

  function* separate(character: string): Generator<Piece> {
    if (character === '[' && depth === 0) depth = 1
    else if (character === ']') {
      yield* finish()
      depth = -1
    } else if (character === ',') yield* finish()
    else keep(character)
  }

  function keep(character: string): void {
    if (text === '') {
      if (character.trim() === '') return
      began = line
    }
    if (text.length <= LONGEST) text += character
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (OPENING.has(character)) depth += 1
    else if (CLOSING.has(character)) depth -= 1
  }

  return {
    *cut(chunk) {
      for (const character of chunk) {
        if (depth < 0) {
          if (!isSpoilt && character.trim() !== '') {
            yield { line, text: '', fault: 'is after the end of the list' }
            isSpoilt = true
          }
        } else if (depth <= 1 && !isInString) yield* separate(character)
        else keep(character)
        if (character === '\n') line += 1
      }
    },
    *end() {
      if (depth < 0) return
      const isBroken = text.trim() !== ''
      yield {
        line: isBroken ? began : line,
        text: '',
        fault: isBroken ? 'is not complete' : 'the list has no end',
      }
    },
  }
}
