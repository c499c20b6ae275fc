import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Tables that kern and join letters. */
const LAYOUT = new Set(['GDEF', 'GPOS', 'GSUB', 'kern'])
/** The version of a `post` table that has no names of glyphs. */
const NAMELESS = 0x0003_0000

/** What labels are written in, by name: the standard fonts of PDF have no macrons. */
export const LABEL_FONTS = {
  plain: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
} as const

/** The font without what labels do not need: reading that would take longer than making all the rest of a label. */
function readFont(file: string): Buffer {
  const font = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`))
  // The directory of tables: how many, then from byte 12 an entry of 16 bytes each: name, checksum, offset, length.
  const tables = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + tables * 16; entry += 16) {
    const name = font.toString('latin1', entry, entry + 4)
    // A name that nobody asks for.
    if (LAYOUT.has(name)) font.write('----', entry, 'latin1')
    if (name === 'post') font.writeUInt32BE(NAMELESS, font.readUInt32BE(entry + 8))
  }
  return font
}
