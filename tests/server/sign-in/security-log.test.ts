import { expect, it } from 'vitest'
import { onEmbedded } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { localApp, signInLocally, testClock } from './console-app.ts'

onEmbedded((database) => {
  // V16.3.1
  it('sign-in, sign-out and requests without a valid session are logged', async () => {
    const logged = spyOnLog()
    const app = localApp(database.db, testClock())
    const token = await signInLocally(app)
    await app.post('/identity/logout', {}, token)
    await app.get('/api/v1/who', token)
    await app.get('/api/v1/who')
    const mere = { id: expect.stringMatching(/mere/), email: expect.stringMatching(/@/) }
    expect(logged.entries()).toMatchObject([
      { level: 'info', security: 'sign-in', staff: mere },
      { level: 'info', security: 'sign-out', staff: mere },
      { level: 'warn', security: 'unauthorised', bearer: 'not valid' },
      { level: 'warn', security: 'unauthorised', bearer: 'missing' },
    ])
    expect(JSON.stringify(logged.entries())).not.toContain(token)
    logged.restore()
  })
})
