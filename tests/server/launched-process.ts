import { createServer } from 'node:http'
import { onLauncherGone } from '../../src/server/platform/launcher.ts'

/** A server that ends with the npm that started it, as `npm start` of the console does. */
onLauncherGone(() => process.kill(process.pid, 'SIGTERM'))
const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server got no port.')
  process.stdout.write(`Dispatch console: http://127.0.0.1:${address.port}\n`)
})
