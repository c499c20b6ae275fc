import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FIELD_STYLE } from '../../../src/web/ui/input.tsx'

const TOKENS = readFileSync('src/web/tokens.css', 'utf8')

/** Lightness, chroma and hue of a token's colour in a theme. */
function oklch(token: string, theme: 'light' | 'dark'): [number, number, number] {
  const [, value = ''] = new RegExp(`--${token}: light-dark\\(([^;]*)\\);`).exec(TOKENS) ?? []
  const colours = [...value.matchAll(/oklch\(([\d. ]+)\)/g)].map(([, numbers = '']) =>
    numbers.split(' ').map(Number),
  )
  const [lightness, chroma, hue] = colours[theme === 'light' ? 0 : 1] ?? []
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`No token ${token}`)
  return [lightness, chroma, hue]
}

/** Relative luminance of a colour (WCAG), calculated in linear sRGB with the matrices of CSS Color 4. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [high = 0, low = 0] = [luminance(oklch(one, theme)), luminance(oklch(other, theme))].sort(
    (x, y) => y - x,
  )
  return (high + 0.05) / (low + 0.05)
}

test('is calculated as by other tools', () => {
  expect(contrast('line-control', 'surface', 'light')).toBeCloseTo(3.96, 1)
  expect(contrast('line-control', 'surface', 'dark')).toBeCloseTo(4.69, 1)
  expect(contrast('line-field', 'surface', 'light')).toBeCloseTo(1.61, 1)
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(['surface', 'bg', 'raised', 'accent-soft', 'hover'])(
    'edges of fields and boxes have 3:1 at least on %s',
    (ground) => expect(contrast('line-control', ground, theme)).toBeGreaterThanOrEqual(3),
  )

  test.each(['text', 'text-2', 'text-3', 'accent-ink', 'danger-ink'])('%s has 4.5:1 at least', (ink) => {
    for (const ground of ['surface', 'bg', 'raised']) {
      expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5)
    }
  })

  // The neutral badge has no ground of its own, and the second text colour.
  test.each(['red', 'orange', 'amber', 'yellow', 'lime', 'green', 'sky', 'grey'])(
    'a badge of the tone %s has 4.5:1 at least',
    (tone) => expect(contrast(`${tone}-ink`, `${tone}-bg`, theme)).toBeGreaterThanOrEqual(4.5),
  )
})

test('fields and boxes use that border colour', () => {
  expect(FIELD_STYLE.join(' ')).toMatch(/(^| )border-line-control( |$)/)
})
