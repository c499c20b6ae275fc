import { buildConsole } from './build.ts'

/** `npm start`: builds the console if anything it is made from has changed, then serves it from this same process. */
await buildConsole()
const { runServer } = await import('../server/main.ts')
await runServer()
