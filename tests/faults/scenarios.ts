import type { Scenario } from './scenario.ts'
import { bookings } from './scenarios/bookings.ts'
import { clocks } from './scenarios/clocks.ts'
import { courier } from './scenarios/courier.ts'
import { damaged } from './scenarios/damaged.ts'
import { disk } from './scenarios/disk.ts'
import { hostile } from './scenarios/hostile.ts'
import { kills } from './scenarios/kills.ts'
import { locks } from './scenarios/locks.ts'
import { mail } from './scenarios/mail.ts'
import { searchers } from './scenarios/searchers.ts'
import { staff } from './scenarios/staff.ts'
import { frozen, stopped } from './scenarios/stopped.ts'
import { stops } from './scenarios/stops.ts'
import { tokens } from './scenarios/tokens.ts'

/** All scenarios, in the order of the report. */
export const SCENARIOS: readonly Scenario[] = [
  kills,
  stops,
  locks,
  disk,
  stopped,
  frozen,
  damaged,
  courier,
  mail,
  clocks,
  hostile,
  tokens,
  bookings,
  staff,
  searchers,
]
