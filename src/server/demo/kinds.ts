import * as finish from './finishes.ts'

/**
 * The products of the demo. GUESS: every price; weights and measures are typical of such goods. Each kind has
 * its own sizes and finishes, so that copper is never blue and an elbow never weighs as much as a coil.
 */
export interface Kind {
  code: string
  /** Title, in which `{}` is replaced by the size. */
  name: string
  sizes: readonly Size[]
  finishes: readonly finish.Finish[]
  /** Cents, kilograms, and centimetres (height, length, width) of the smallest and of the largest size. */
  cents: readonly [number, number]
  kg: readonly [number, number]
  cm: readonly [number, number, number, number, number, number]
  /** Largest quantity of an order. */
  most: number
  use: string
}

type Size = readonly [code: string, words: string]

const sizes = (unit: string, ...numbers: number[]): Size[] =>
  numbers.map((number) => [String(number), `${number} ${unit}`])
const mm = (...numbers: number[]) => sizes('mm', ...numbers)

const MODELS: readonly Size[] = [
  ['RND', 'round'],
  ['SLM', 'slim'],
  ['SQR', 'square'],
  ['CLS', 'classic'],
]

const WATER = 'For drinking water, hot and cold.'
const WASTE = 'For waste and vent pipes.'
const BATHROOMS = 'For bathrooms and kitchens. Mains pressure.'

/** In the order of the catalogue. */
export const KINDS: readonly Kind[] = [
  kind('PEX', 'PEX pipe coil 50 m, {}', mm(15, 16, 20, 25), finish.PEX_COLOURS, {
    cents: [4590, 11_900],
    kg: [4.6, 12.5],
    cm: [12, 55, 55, 18, 65, 65],
    most: 3,
    use: WATER,
  }),
  kind('PEXL', 'PEX pipe 5 m, {}', mm(15, 16, 20, 25, 32), finish.PEX_COLOURS, {
    cents: [720, 2650],
    kg: [0.46, 2],
    cm: [2, 500, 2, 3, 500, 3],
    most: 12,
    use: WATER,
  }),
  kind('CU', 'Copper tube 5 m, {}', mm(15, 20, 25, 32, 40, 50), finish.TUBE, {
    cents: [3870, 16_400],
    kg: [1.8, 9],
    cm: [2, 500, 2, 5, 500, 5],
    most: 10,
    use: WATER,
  }),
  kind('PVC', 'PVC pressure pipe 6 m, {}', mm(15, 20, 25, 32, 40, 50, 65, 80), finish.PRESSURES, {
    cents: [1495, 9800],
    kg: [1.1, 15],
    cm: [2, 600, 2, 9, 600, 9],
    most: 10,
    use: 'For cold water and irrigation.',
  }),
  kind('DWVP', 'DWV pipe 3 m, {}', mm(40, 50, 65, 80, 100), finish.PIPE_COLOURS, {
    cents: [1180, 4300],
    kg: [1.5, 7],
    cm: [4, 300, 4, 11, 300, 11],
    most: 8,
    use: WASTE,
  }),
  kind('DWV', 'DWV bend 88°, {}', mm(40, 50, 65, 80, 100), finish.BENDS, {
    cents: [690, 2450],
    kg: [0.1, 0.65],
    cm: [5, 9, 9, 12, 20, 20],
    most: 16,
    use: WASTE,
  }),
  kind('DWVJ', 'DWV junction 45°, {}', mm(40, 50, 65, 80, 100), finish.BENDS, {
    cents: [890, 3200],
    kg: [0.15, 0.9],
    cm: [5, 13, 10, 12, 28, 22],
    most: 12,
    use: WASTE,
  }),
  kind('FLEX', 'Flexible hose, {}', mm(300, 450, 600, 1000), finish.HOSES, {
    cents: [1190, 2390],
    kg: [0.12, 0.3],
    cm: [3, 20, 15, 4, 30, 20],
    most: 20,
    use: WATER,
  }),
  kind('BALL', 'Ball valve, {}', mm(15, 20, 25, 32, 40, 50), finish.VALVES, {
    cents: [1875, 8900],
    kg: [0.18, 1.6],
    cm: [4, 6, 8, 8, 13, 16],
    most: 20,
    use: WATER,
  }),
  kind('GATE', 'Gate valve, {}', mm(15, 20, 25, 32, 40, 50), finish.BRASS_OR_BRONZE, {
    cents: [2240, 9700],
    kg: [0.25, 1.8],
    cm: [8, 5, 5, 17, 9, 10],
    most: 16,
    use: WATER,
  }),
  kind('CHK', 'Check valve, {}', mm(15, 20, 25, 32, 40, 50), finish.THREADED, {
    cents: [1690, 7600],
    kg: [0.15, 1.3],
    cm: [4, 6, 4, 8, 11, 8],
    most: 16,
    use: WATER,
  }),
  kind('TEE', 'Equal tee, {}', mm(15, 16, 20, 25, 32, 40), finish.FITTINGS, {
    cents: [545, 2950],
    kg: [0.08, 0.55],
    cm: [3, 6, 5, 6, 12, 9],
    most: 40,
    use: WATER,
  }),
  kind('ELB', 'Elbow 90°, {}', mm(15, 16, 20, 25, 32, 40), finish.FITTINGS, {
    cents: [435, 2400],
    kg: [0.06, 0.42],
    cm: [3, 5, 5, 6, 9, 9],
    most: 40,
    use: WATER,
  }),
  kind('CPLG', 'Straight coupling, {}', mm(15, 16, 20, 25, 32, 40), finish.FITTINGS, {
    cents: [395, 1990],
    kg: [0.05, 0.3],
    cm: [3, 5, 3, 5, 8, 5],
    most: 40,
    use: WATER,
  }),
  kind('RED', 'Reducing bush, {}', mm(15, 20, 25, 32, 40, 50), finish.THREADED, {
    cents: [325, 1750],
    kg: [0.03, 0.3],
    cm: [2, 3, 3, 4, 7, 7],
    most: 40,
    use: WATER,
  }),
  kind('CAP', 'End cap, {}', mm(15, 16, 20, 25, 32, 40), finish.FITTINGS, {
    cents: [290, 1390],
    kg: [0.03, 0.2],
    cm: [2, 3, 3, 4, 6, 6],
    most: 40,
    use: WATER,
  }),
  kind('CLIP', 'Pipe clip, pack of 50, {}', mm(15, 16, 20, 25, 32, 40), finish.CLIPS, {
    cents: [980, 2650],
    kg: [0.4, 1.6],
    cm: [6, 15, 12, 10, 25, 18],
    most: 10,
    use: 'For pipes along walls and joists.',
  }),
  kind('SAD', 'Pipe saddle, pack of 20, {}', mm(15, 20, 25, 32, 40), finish.GALVANISED, {
    cents: [890, 2100],
    kg: [0.3, 1.1],
    cm: [5, 14, 10, 8, 20, 14],
    most: 10,
    use: 'For pipes along walls and joists.',
  }),
  kind('LAG', 'Pipe lagging 1 m, {}', mm(15, 20, 25, 32, 40, 50), finish.LAGGING, {
    cents: [360, 980],
    kg: [0.06, 0.18],
    cm: [4, 100, 4, 8, 100, 8],
    most: 20,
    use: 'Closed-cell, against frost and heat loss.',
  }),
  kind('MIX', 'Shower mixer, {}', MODELS, finish.TAPWARE, {
    cents: [18_900, 27_900],
    kg: [1.6, 2.1],
    cm: [13, 19, 15, 14, 20, 17],
    most: 2,
    use: BATHROOMS,
  }),
  kind('TAP', 'Basin tap, {}', MODELS, finish.TAPWARE, {
    cents: [9450, 17_900],
    kg: [1.2, 1.7],
    cm: [9, 27, 17, 9, 30, 19],
    most: 2,
    use: BATHROOMS,
  }),
  kind('SNK', 'Sink mixer, {}', MODELS, finish.TAPWARE, {
    cents: [16_900, 31_900],
    kg: [1.7, 2.4],
    cm: [9, 45, 26, 10, 52, 28],
    most: 1,
    use: BATHROOMS,
  }),
  kind('SHR', 'Shower slide rail, {}', MODELS, finish.TAPWARE, {
    cents: [14_900, 24_900],
    kg: [1.4, 1.9],
    cm: [8, 78, 14, 9, 82, 16],
    most: 2,
    use: BATHROOMS,
  }),
  kind('TRAP', 'Bottle trap, {}', mm(32, 40), finish.TAPWARE, {
    cents: [4900, 5600],
    kg: [0.6, 0.75],
    cm: [8, 22, 12, 9, 24, 13],
    most: 4,
    use: WASTE,
  }),
  kind('WST', 'Basin waste, {}', mm(32, 40), finish.TAPWARE, {
    cents: [2900, 3400],
    kg: [0.3, 0.4],
    cm: [8, 11, 8, 9, 12, 9],
    most: 4,
    use: WASTE,
  }),
  kind('HWC', 'Hot water cylinder, {}', sizes('l', 135, 180, 250, 300), finish.CYLINDERS, {
    cents: [92_000, 214_000],
    kg: [38, 76],
    cm: [120, 58, 58, 182, 62, 62],
    most: 1,
    use: 'Electric. Delivered upright.',
  }),
  kind('SOL', 'Solvent cement, {}', sizes('ml', 125, 250, 500), finish.CEMENTS, {
    cents: [890, 2190],
    kg: [0.16, 0.58],
    cm: [9, 6, 6, 14, 9, 9],
    most: 12,
    use: 'For PVC pipes and fittings.',
  }),
  kind('TAPE', 'Thread seal tape, {}', mm(12, 19), finish.TAPES, {
    cents: [120, 260],
    kg: [0.02, 0.04],
    cm: [2, 6, 6, 2, 6, 6],
    most: 40,
    use: 'For threaded joints.',
  }),
]

function kind(
  code: string,
  name: string,
  sizesOf: readonly Size[],
  finishes: readonly finish.Finish[],
  rest: Omit<Kind, 'code' | 'name' | 'sizes' | 'finishes'>,
): Kind {
  return { code, name, sizes: sizesOf, finishes, ...rest }
}
