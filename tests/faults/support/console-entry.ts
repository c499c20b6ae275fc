import { startServer } from '../../../src/server/main.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import type { ToConsole } from './console.ts'

/**
 * The server in a process of its own, with a clock that the parent process shifts by messages. It is configured by
 * environment variables like the real one, and ends with its parent.
 */
let offset = Number(process.env.FAULTS_CLOCK_OFFSET_MS ?? 0)
process.on('message', (message: ToConsole) => {
  offset = message.offset
  process.send?.('shifted')
})
process.once('disconnect', () => process.exit(1))

try {
  // E-mails wait only briefly, so that the scenarios need not.
  const server = await startServer({}, { clock: () => Date.now() + offset, undoWithin: 500 })
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
  process.send?.('ready')
} catch (error) {
  // Only unexpected errors print a stack, as in `runServer`.
  const isForeseen = error instanceof ConfigError || !(error instanceof Error)
  process.stderr.write(`${isForeseen ? String(error).replace(/^ConfigError: /, '') : error.stack}\n`)
  process.exit(1)
}
