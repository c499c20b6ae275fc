import { onLauncherGone } from '../server/platform/launcher.ts'
import { buildOrExplain } from './build.ts'

/** `npm start`: builds the console if its sources have changed, then serves it from this process. */
if (process.env.npm_lifecycle_event === 'start') onLauncherGone(() => process.kill(process.pid, 'SIGTERM'))
if ((await buildOrExplain()) !== null) {
  const { runServer } = await import('../server/main.ts')
  await runServer()
}
