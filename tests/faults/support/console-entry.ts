import { startServer } from '../../../src/server/main.ts'
import { ConfigError } from '../../../src/server/platform/config.ts'
import type { ToConsole } from './console.ts'

/**
 * The server in a process of its own, with a clock that its parent shifts by message. It is configured by the
 * environment like the real one and ends when its parent does.
 */
let offset = Number(process.env.FAULTS_CLOCK_OFFSET_MS ?? 0)
process.on('message', (message: ToConsole) => {
  offset = message.offset
  process.send?.('shifted')
})
process.once('disconnect', () => process.exit(1))

try {
  const server = await startServer({}, { clock: () => Date.now() + offset })
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  process.send?.('ready')
} catch (error) {
  // As `runServer` does it: only what was not foreseen shows a stack.
  const isForeseen = error instanceof ConfigError || !(error instanceof Error)
  process.stderr.write(`${isForeseen ? String(error).replace(/^ConfigError: /, '') : error.stack}\n`)
  process.exit(1)
}
