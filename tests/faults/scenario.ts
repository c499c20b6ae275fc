import type { Bench } from './support/bench.ts'

export const DATABASES = ['embedded', 'postgres'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** A row of the report. */
export interface Finding {
  what: string
  /** The required value; absent for a figure without a target. */
  target?: string
  measured: string
  isMet: boolean
  /** Examples of violations, for the log of the run. */
  examples?: readonly string[]
}

/** One attack on the running product. */
export interface Scenario {
  /** Its name on the command line. */
  name: string
  title: string
  /** Time limit on one database, in seconds. */
  within: number
  /** The only database that it applies to; absent if it runs on both. */
  only?: DatabaseName
  /** Whether it measures speed and therefore runs alone. Others run at the same time. */
  isTimed?: boolean
  run(bench: Bench): Promise<Finding[]>
}

/** Thrown by a scenario that this machine cannot run. The message is in the report. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut'
}

/** An invariant that must never be violated. */
export function none(what: string, broken: readonly string[]): Finding {
  return {
    what,
    target: '0',
    measured: String(broken.length),
    isMet: broken.length === 0,
    examples: broken.slice(0, 5),
  }
}

/** A condition that must hold. */
export function holds(what: string, isMet: boolean, examples: readonly string[] = []): Finding {
  return { what, target: 'yes', measured: isMet ? 'yes' : 'no', isMet, examples }
}

/** A measurement with an upper limit in the same unit. */
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
