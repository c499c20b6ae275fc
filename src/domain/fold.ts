/** The marks that stand for an apostrophe in names: quotes, modifier letters, the Polynesian glottal stop, accents. */
const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u02b9\u2032`\u00b4]/g
const MARKS = /\p{M}+/gu

/** Text as searches compare it: lower case, without macrons and other marks, one kind of apostrophe. Idempotent. */
export function fold(text: string): string {
  return text.replace(APOSTROPHES, "'").normalize('NFD').toLowerCase().replace(MARKS, '').normalize('NFC')
}
