import { createServer } from 'vite'
import { fillPage } from '../server/http/console-routes.ts'
import { startServer } from '../server/main.ts'
import { readConfig } from '../server/platform/config.ts'

/** Where the console is while one works on it; the calls go on to the server behind it. */
const PORT = 5173

const address = `http://localhost:${PORT}`
const config = readConfig({ ...process.env, PUBLIC_URL: address })
const server = await startServer(config)

const development = await createServer({
  plugins: [
    {
      name: 'fill-in-the-page',
      // No version, so that nothing looks newer than it, and no nonce: no policy asks for one here.
      transformIndexHtml: (page) => fillPage(page, config, '', ''),
    },
  ],
  server: {
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/identity', '/local-identity'].map((path) => [path, server.url])),
  },
})
await development.listen()
process.stdout.write(`Dispatch console, reloading as you edit: ${address}\n`)
