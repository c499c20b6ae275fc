/**
 * Stops processes, as a hanging disk would.
 * @returns a function that resumes them
 */
export function freezeProcesses(pids: readonly number[]): () => void {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** Signals a process that may have ended: a closed connection ends its own. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
