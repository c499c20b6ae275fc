/** The marks that stand for an apostrophe in names: quotes, modifier letters, the Polynesian glottal stop, accents. */
const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g
const MARKS = /\p{M}+/gu

/** Text as searches compare it: lower case, without macrons and other marks, one kind of apostrophe. Idempotent. */
export function fold(text: string): string {
  // Taken apart first: some Greek signs are an apostrophe only then.
  return text.normalize('NFD').toLowerCase().replace(MARKS, '').replace(APOSTROPHES, "'").normalize('NFC')
}
