import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Milliseconds between checks. */
const LOOK_EVERY_MS = 2000

/**
 * Calls `onGone` once, within seconds, when the file is removed or replaced. An idle server
 * would otherwise notice only at its next write.
 * @returns a function that ends the watch
 */
export function watchFile(path: string, onGone: () => void, every: number = LOOK_EVERY_MS): () => void {
  const { dev, ino } = statSync(path)
  const look = async () => {
    const now = await stat(path).catch(() => null)
    if (now?.dev === dev && now.ino === ino) return
    end()
    onGone()
  }
  const timer = setInterval(() => void look(), every).unref()
  const end = () => clearInterval(timer)
  return end
}
