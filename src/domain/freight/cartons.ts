import type { Carton } from '../../contract/dispatch.ts'
import type { Branch } from '../../contract/orders.ts'
import { fold } from '../format/text.ts'

/** The presets, by their numbers from 1, of a business without cartons of its own. GUESS: the cartons of this business. */
export const PARCEL_PRESETS = [
  { name: 'Small carton', height_cm: 20, length_cm: 30, width_cm: 20 },
  { name: 'Medium carton', height_cm: 30, length_cm: 40, width_cm: 30 },
  { name: 'Large carton', height_cm: 40, length_cm: 60, width_cm: 40 },
  { name: 'Pipe bundle', height_cm: 15, length_cm: 300, width_cm: 15 },
] as const satisfies readonly Carton[]

/** The most cartons that a branch can have: each has a digit. */
export const MOST_CARTONS = 9

/** The cartons of a branch, by their numbers from 1 (PACK-1). */
export function cartonsAt(cartons: readonly Carton[], at: Branch): Carton[] {
  return cartons.filter(({ branch }) => branch === undefined || branch === at)
}

/** 'Small carton, 20 × 30 × 20 cm'. */
export function presetTitle({ name, height_cm, length_cm, width_cm }: Carton): string {
  return `${name}, ${height_cm} × ${length_cm} × ${width_cm} cm`
}

/**
 * The carton with a name, a number from 1 or the first word of its name, in any case: 'Medium carton', 'carton 2', 'medium'.
 * Null if none or several have it.
 */
export function presetCalled(text: string, cartons: readonly Carton[] = PARCEL_PRESETS): Carton | null {
  const called = fold(text)
  // A carton may itself be named 'Carton 2'.
  const named = cartons.find(({ name }) => fold(name) === called)
  if (named) return named
  const [, number] = /^(?:carton|preset) ?(\d)$/.exec(called) ?? []
  if (number !== undefined) return cartons[Number(number) - 1] ?? null
  const [preset, ...others] = cartons.filter(({ name }) => {
    const whole = fold(name)
    return [whole, `${whole}s`, whole.split(' ')[0]].includes(called)
  })
  return others.length === 0 ? (preset ?? null) : null
}
