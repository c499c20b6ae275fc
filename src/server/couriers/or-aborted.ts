/** Stops waiting for work that ignores its signal. @throws the signal's reason once it is aborted */
export function orAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work(signal).then(resolve, reject)
    if (signal.aborted) reject(signal.reason)
  })
}

/** Stops waiting for work after a time-out in milliseconds. @throws TimeoutError */
export function withTimeOut<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return orAborted(AbortSignal.timeout(milliseconds), work)
}
