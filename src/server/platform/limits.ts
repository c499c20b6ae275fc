/**
 * Runs work with a signal that is aborted by `outer`, or after `milliseconds` with a TimeoutError. Removes its
 * listener from `outer`, which may live long. `AbortSignal.any` with `AbortSignal.timeout` is not used, because Node
 * may garbage-collect that timer, and then it never fires.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const stop = () => limit.abort(outer.reason)
  const late = () => limit.abort(new DOMException(`Took longer than ${milliseconds} ms`, 'TimeoutError'))
  const timer = setTimeout(late, milliseconds)
  outer.addEventListener('abort', stop, { once: true })
  if (outer.aborted) stop()
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', stop)
  }
}

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

/**
 * The text of another server's response.
 * @param most limit in bytes
 * @throws Error if it is longer; the rest is not read
 */
export async function boundedText(answer: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
