import { readFileSync } from 'node:fs'

/** How often the parents are compared, in milliseconds. */
const LOOK_EVERY_MS = 500

const SHELL = /^(a|ba|da|k|z)?sh$|^busybox$/

/**
 * Calls `act` once npm has ended. npm passes no signal on, and a killed parent leaves nothing to wait for but a change
 * of parentage: of this process where npm or its shell started it, and of that shell, which dash leaves in between.
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

/** The process ids of npm's shell and npm, or of npm alone where its shell was replaced by this process. */
function launchers(): string {
  const parent = process.ppid
  const [, name = '', above = ''] = /\((.*)\) \S (\d+)/.exec(statOf(parent)) ?? []
  return SHELL.test(name) ? `${parent} ${above}` : `${parent}`
}

/** Linux alone has it; the shells of other systems replace themselves. */
function statOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return ''
  }
}
