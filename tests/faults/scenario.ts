import type { Bench } from './support/bench.ts'

export const DATABASES = ['embedded', 'postgres'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** One line of the report. */
export interface Finding {
  what: string
  /** What must hold; absent for a figure that is only reported. */
  target?: string
  measured: string
  isMet: boolean
  /** Examples of what broke the invariant, for the log of the run. */
  examples?: readonly string[]
}

/** One attack on the running product. */
export interface Scenario {
  /** As it is named on the command line. */
  name: string
  title: string
  /** The longest that it may take on one database, in seconds. */
  within: number
  /** The one database that it is about; absent, it is run on both. */
  only?: DatabaseName
  /** Measures how fast the product is, and runs alone; otherwise both databases are attacked at once. */
  isTimed?: boolean
  run(bench: Bench): Promise<Finding[]>
}

/** Thrown by a scenario that this machine cannot run; the message is shown in the report. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
}

/** An invariant that may not be broken once. */
export function none(what: string, broken: readonly string[]): Finding {
  return {
    what,
    target: '0',
    measured: String(broken.length),
    isMet: broken.length === 0,
    examples: broken.slice(0, 5),
  }
}

/** Something that must be so. */
export function holds(what: string, isMet: boolean, examples: readonly string[] = []): Finding {
  return { what, target: 'yes', measured: isMet ? 'yes' : 'no', isMet, examples }
}

/** A measure with an upper limit, both in the same unit. */
export function atMost(what: string, limit: number, measured: number, unit: string): Finding {
  const shown = measured < 10 ? measured.toFixed(1) : measured.toFixed(0)
  return { what, target: `≤ ${limit} ${unit}`, measured: `${shown} ${unit}`, isMet: measured <= limit }
}

/** A figure without a target. */
export function figure(what: string, measured: string | number): Finding {
  return {
    what,
    measured: typeof measured === 'number' ? measured.toLocaleString('en-NZ') : measured,
    isMet: true,
  }
}
