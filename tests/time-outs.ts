/** A generous time-out, for busy machines. */
export const GENEROUS = { timeout: 15_000 }

/** The time-out of a test that starts or kills several processes, for busy machines. */
export const PATIENT = { timeout: 90_000 }
