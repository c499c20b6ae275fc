import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Tables for kerning and ligatures. */
const LAYOUT = new Set(['GDEF', 'GPOS', 'GSUB', 'kern'])
/** The version of a `post` table without glyph names. */
const NAMELESS = 0x0003_0000

/** The fonts of labels by name. The standard fonts of PDF have no macrons. */
export const LABEL_FONTS = {
  plain: readFont('DejaVuSansCondensed.ttf'),
  bold: readFont('DejaVuSansCondensed-Bold.ttf'),
} as const

/** Removes tables that labels do not need, because reading them takes longer than rendering a label. */
function readFont(file: string): Buffer {
  const font = readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`))
  // The table directory: the count, then from byte 12 entries of 16 bytes with name, checksum, offset and length.
  const tables = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + tables * 16; entry += 16) {
    const name = font.toString('latin1', entry, entry + 4)
    // Renames the table to a tag that no reader looks up.
    if (LAYOUT.has(name)) font.write('----', entry, 'latin1')
    if (name === 'post') font.writeUInt32BE(NAMELESS, font.readUInt32BE(entry + 8))
  }
  return font
}
