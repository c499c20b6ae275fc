/** Characters used as an apostrophe in names: quotes, modifier letters, the Polynesian glottal stop, accents. */
const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g
/** Most texts: a tenth of the work. */
const ASCII = /^[ -~]*$/
const MARKS = /\p{M}+/gu

/** Normalises text for comparison: lower case, no macrons or other marks, one kind of apostrophe. Idempotent. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
  // Decomposed first, because some Greek signs contain an apostrophe only in that form.
  return text.normalize('NFD').toLowerCase().replace(MARKS, '').replace(APOSTROPHES, "'").normalize('NFC')
}
