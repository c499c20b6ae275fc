/** A generous time-out, for busy machines. */
export const GENEROUS = { timeout: 15_000 }
