import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Milliseconds between checks of the parent processes. */
const LOOK_EVERY_MS = 500

const SHELL = /^(a|ba|da|k|z)?sh$|^busybox$/

/**
 * Calls `act` once npm has ended. npm forwards no signal to its script, so its end is noticed by a change of parent: of
 * this process, or of the shell in between if npm's shell is one that stays, such as dash.
 */
export function onLauncherGone(act: () => void): void {
  const before = launchers()
  const timer = setInterval(() => {
    if (launchers() === before) return
    clearInterval(timer)
    act()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Process ids of npm's shell and npm, or of npm alone if its shell was replaced by this process. */
function launchers(): string {
  const parent = process.ppid
  const [, name = '', above = ''] = /\((.*)\) \S (\d+)/.exec(statOf(parent)) ?? []
  return SHELL.test(name) ? `${parent} ${above}` : `${parent}`
}

/** Exists only on Linux; the shells of other systems replace themselves. */
function statOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether Node was started with this module, so that it runs as a program; otherwise another module imports it.
 * @param moduleUrl `import.meta.url`
 */
export function isProgram(moduleUrl: string): boolean {
  const [, script] = process.argv
  return script !== undefined && realpathSync(script) === fileURLToPath(moduleUrl)
}
