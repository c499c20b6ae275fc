/** A generous time-out, for busy machines. */
export const PATIENT = { timeout: 15_000 }
