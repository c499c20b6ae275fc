import { expect, test } from 'vitest'
import { fc } from '../../properties.ts'
import { Race } from './state-race.ts'
import { actions } from './state-race-actions.ts'

const RUNS = 6_000

test(`in ${RUNS} random runs of the state machine no wrong record is opened`, () => {
  let opened = 0
  fc.assert(
    fc.property(fc.commands([actions], { maxCommands: 40, size: 'max' }), (commands) => {
      const race = new Race()
      race.openAndSee('')
      fc.modelRun(() => ({ model: {}, real: race }), commands)
      race.settle()
      opened += race.opened
      expect(race.wrong).toEqual([])
    }),
    { numRuns: RUNS },
  )
  // Proves that the runs open records at all.
  expect(opened).toBeGreaterThan(RUNS / 6)
})
