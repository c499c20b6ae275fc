/** A size of carton that staff pack often, in centimetres. */
export interface ParcelPreset {
  name: string
  height: number
  length: number
  width: number
}

/** The presets, by their numbers from 1. GUESS: the cartons of this business. */
export const PARCEL_PRESETS = [
  { name: 'Small carton', height: 20, length: 30, width: 20 },
  { name: 'Medium carton', height: 30, length: 40, width: 30 },
  { name: 'Large carton', height: 40, length: 60, width: 40 },
  { name: 'Pipe bundle', height: 15, length: 300, width: 15 },
] as const satisfies readonly ParcelPreset[]

/** 'Small carton, 20 × 30 × 20 cm'. */
export function presetTitle({ name, height, length, width }: ParcelPreset): string {
  return `${name}, ${height} × ${length} × ${width} cm`
}
