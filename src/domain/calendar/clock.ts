/** Returns the current time in milliseconds since 1970. Passed as a dependency, so that tests control the time. */
export type Clock = () => number
