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
