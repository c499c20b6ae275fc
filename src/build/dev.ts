import { createServer } from 'vite'
import { apiCouriers, courierCapabilities } from '../server/couriers/known/api-couriers.ts'
import { fillPage } from '../server/http/built-console.ts'
import { startServer } from '../server/main.ts'
import { readConfig } from '../server/platform/config.ts'

/** Port of the console in development. Its calls are forwarded to the server. */
const PORT = 5173

const address = `http://localhost:${PORT}`
const config = readConfig({ ...process.env, PUBLIC_URL: address })
const hosts = { ...config, courierCapabilities: courierCapabilities(apiCouriers(config)) }
const server = await startServer(config)

const development = await createServer({
  plugins: [
    {
      name: 'fill-in-the-page',
      // Without a version, so that the console never reports a newer one; without a nonce, because development
      // sets no policy.
      transformIndexHtml: (page) => fillPage(page, hosts, '', ''),
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
