/** The time now in milliseconds since 1970. Passed to whatever needs it, so that tests own the time. */
export type Clock = () => number
