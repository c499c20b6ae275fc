import { execFileSync } from 'node:child_process'
import type { Bench } from './bench.ts'
import { onEmergency } from './cleanup.ts'

/**
 * Stops a process and its children, as a hanging disk would.
 * @returns a function that resumes them
 */
export function freeze(bench: Bench, pid: number): () => void {
  const pids = [pid, ...childrenOf(pid)]
  const signal = (name: NodeJS.Signals) => {
    for (const one of pids) {
      try {
        process.kill(one, name)
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
  const thaw = () => signal('SIGCONT')
  bench.defer(onEmergency(thaw))
  bench.defer(thaw)
  signal('SIGSTOP')
  return thaw
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}
