import fc from 'fast-check'

/** The same cases in each run, so that results are reproducible. `SEED=7 npx vitest run …` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

export { fc }
