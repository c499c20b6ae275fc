import fc from 'fast-check'

/** The same cases in each run, so that results are reproducible. `SEED=7 npx vitest run …` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

export { fc }

/** How many cases a random model plays: `few` with the other tests, `many` in `npm run models`. */
export function casesOf(few: number, many: number): number {
  return process.env.npm_lifecycle_event === 'models' ? many : few
}

/** The time-out of a random model. */
export const MODEL = { timeout: casesOf(90_000, 1_800_000) }
