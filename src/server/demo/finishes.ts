/** Materials and finishes: code, words, and the weight and cost relative to the plain finish. */
export type Finish = readonly [code: string, words: string, weighs: number, costs: number]

export const PEX_COLOURS: readonly Finish[] = [
  ['RED', 'red', 1, 1],
  ['BLU', 'blue', 1, 1],
  ['WHT', 'white', 1, 1],
  ['GRN', 'green', 1, 1.05],
]
export const TUBE: readonly Finish[] = [
  ['HRD', 'hard drawn', 1, 1],
  ['LAG', 'lagged', 1.15, 1.3],
  ['GAS', 'yellow sleeve for gas', 1.05, 1.2],
]
export const PRESSURES: readonly Finish[] = [
  ['PN9', 'PN 9', 0.8, 0.8],
  ['PN12', 'PN 12', 1, 1],
  ['PN15', 'PN 15', 1.2, 1.2],
]
export const BENDS: readonly Finish[] = [
  ['PLN', 'plain', 1, 1],
  ['INS', 'with inspection opening', 1.3, 1.6],
]
export const PIPE_COLOURS: readonly Finish[] = [
  ['WHT', 'white', 1, 1],
  ['GRY', 'grey', 1, 1],
]
export const HOSES: readonly Finish[] = [
  ['FXF', 'braided, female to female', 1, 1],
  ['MXF', 'braided, male to female', 1, 1.1],
  ['GAS', 'yellow, for gas', 1.3, 2.2],
]
export const VALVES: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['DZR', 'DZR brass', 1, 1.2],
  ['SST', 'stainless steel', 0.95, 1.9],
  ['PVC', 'PVC', 0.3, 0.45],
]
export const BRASS_OR_BRONZE: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['BRZ', 'bronze', 1.05, 1.4],
]
export const FITTINGS: readonly Finish[] = [
  ['BRS', 'brass, crimp', 1, 1],
  ['CU', 'copper, capillary', 0.5, 0.7],
  ['PVC', 'PVC, pressure', 0.25, 0.3],
  ['PSH', 'polymer, push-fit', 0.4, 1.3],
]
export const THREADED: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['SST', 'stainless steel', 0.95, 1.8],
  ['PVC', 'PVC', 0.25, 0.3],
]
export const CLIPS: readonly Finish[] = [
  ['CU', 'copper', 1, 1.2],
  ['WHT', 'white plastic', 0.4, 0.6],
  ['GAL', 'galvanised', 1.1, 1],
]
export const LAGGING: readonly Finish[] = [
  ['9', '9 mm wall', 0.8, 0.8],
  ['13', '13 mm wall', 1, 1],
]
export const TAPWARE: readonly Finish[] = [
  ['CHR', 'chrome', 1, 1],
  ['BLK', 'matt black', 1, 1.25],
  ['BRN', 'brushed nickel', 1, 1.35],
  ['GUN', 'gunmetal', 1, 1.45],
  ['BRS', 'brushed brass', 1, 1.5],
]
export const CYLINDERS: readonly Finish[] = [
  ['LP', 'low pressure', 0.9, 0.85],
  ['MP', 'mains pressure', 1, 1],
]
export const CEMENTS: readonly Finish[] = [
  ['BLU', 'blue, for pressure pipe', 1, 1.1],
  ['GRN', 'green, for waste pipe', 1, 1],
  ['CLR', 'clear', 1, 0.95],
]
export const TAPES: readonly Finish[] = [
  ['WHT', 'white', 1, 1],
  ['PNK', 'pink, for water', 1.4, 1.6],
  ['YEL', 'yellow, for gas', 1.4, 1.7],
]
export const GALVANISED: readonly Finish[] = [['GAL', 'galvanised', 1, 1]]
