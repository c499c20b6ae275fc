import { execFileSync } from 'node:child_process'
import { freezeProcesses } from '../../server/freeze-processes.ts'
import type { Bench } from './bench.ts'
import { onEmergency } from './cleanup.ts'

/**
 * Stops a process and its children, until the attack ends at the latest.
 * @returns a function that resumes them
 */
export function freeze(bench: Bench, pid: number): () => void {
  const thaw = freezeProcesses([pid, ...childrenOf(pid)])
  bench.defer(onEmergency(thaw))
  bench.defer(thaw)
  return thaw
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}
