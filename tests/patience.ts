/** For a busy machine: what succeeds takes a moment. */
export const PATIENT = { timeout: 15_000 }
