import bwip from 'bwip-js/generic'

/** A black rectangle of a code, in modules from the code's top left corner. */
export interface Bar {
  x: number
  y: number
  width: number
  height: number
}

/** The bars of a code and its size, in modules, without the quiet zone. */
export interface Bars {
  bars: Bar[]
  width: number
  height: number
}

/** A Code 128 of printable ASCII, one module high. @throws if the text contains another character */
export function code128(text: string): Bars {
  if (!/^[ -~]+$/.test(text)) throw new Error(`'${text}' cannot be a Code 128.`)
  const [code] = bwip.raw('code128', text)
  if (code === undefined || !('sbs' in code)) throw new Error('No Code 128 came.')
  const bars: Bar[] = []
  let x = 0
  for (const [index, width] of code.sbs.entries()) {
    if (index % 2 === 0) bars.push({ x, y: 0, width, height: 1 })
    x += width
  }
  return { bars, width: x, height: 1 }
}

/** A QR code that stays readable with a seventh of its area damaged. Adjacent modules of a row are one bar. */
export function qrCode(text: string): Bars {
  const [code] = bwip.raw('qrcode', text, 'eclevel=M')
  if (code === undefined || !('pixs' in code)) throw new Error('No QR code came.')
  const { pixs, pixx, pixy } = code
  const bars: Bar[] = []
  for (const [index, isBlack] of pixs.entries()) {
    if (!isBlack) continue
    const [x, y] = [index % pixx, Math.floor(index / pixx)]
    const last = bars.at(-1)
    if (last && last.y === y && last.x + last.width === x) last.width += 1
    else bars.push({ x, y, width: 1, height: 1 })
  }
  return { bars, width: pixx, height: pixy }
}
