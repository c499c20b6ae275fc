import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programFile } from '../../programs.ts'

/** Runs an operator command as its npm script does, with only these settings. */
export async function runCommand(
  name: 'backup' | 'move' | 'doctor' | 'webhooks' | 'sessions' | 'import' | 'intake-keys',
  parameters: string[],
  settings: Record<string, string>,
  cwd?: string,
) {
  const child = spawn(process.execPath, [programFile(name), ...parameters], {
    env: { PATH: process.env.PATH, ...settings },
    ...(cwd !== undefined && { cwd }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
