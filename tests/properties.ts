import fc from 'fast-check'

/** The same cases in every run, so that no delivery fails by chance; `SEED=7 npx vitest run …` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

export { fc }
