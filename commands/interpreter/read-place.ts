import { findPlace } from '../../src/domain/freight/nz-places.ts'
import { phraseOf, type Token, tokensOf } from './tokens.ts'

/** New Zealand's postcodes; those below 0110 do not exist. */
const POSTCODE = /^\d{4}$/
const LOWEST_POSTCODE = '0110'
const LABEL = /^(?:post\s?code|pc)\s+(?=\d{4}$)/i

const ROADS = new Set(
  'avenue ave boulevard blvd close cl court ct crescent cres drive dr drv esplanade grove highway hwy lane ln parade parkway place pl quay rise road rd square st street terrace tce way'.split(
    ' ',
  ),
)
const MOST_WORDS = 8

/** A town, a region, a postcode or a road with its town, such as `12 bond street`; null for any other text. */
export function readPlace(text: string): string | null {
  const name = text.replace(LABEL, '')
  if (POSTCODE.test(name)) return name >= LOWEST_POSTCODE ? name : null
  const tokens = tokensOf(name)
  return findPlace(phraseOf(tokens)) ?? (hasRoad(tokens) ? text : null)
}

/** A road is named by the words before its kind: not `st lukes`. */
function hasRoad(tokens: readonly Token[]): boolean {
  if (tokens.length > MOST_WORDS) return false
  const kind = tokens.findIndex((token, index) => index > 0 && ROADS.has(token.folded))
  return kind > 0 && tokens.slice(0, kind).some(({ bare }) => /\p{L}/u.test(bare))
}
