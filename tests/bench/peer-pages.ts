import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { freePort } from '../browser/console-process.ts'

const FOLDER = fileURLToPath(new URL('peers', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/bench', import.meta.url))

/** Installs the peers, which are in a separate package so that the product does not depend on them. */
async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules'))) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const [code] = await once(spawn(npm, ['ci'], { cwd: FOLDER, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`npm ci of the peers ended with ${code}`)
}

export interface PeerPages {
  url: string
  close(): Promise<void>
}

/** Builds and serves the pages of the comparison. All use the same React. */
export async function servePeerPages(): Promise<PeerPages> {
  await install()
  const shared = { root: FOLDER, configFile: false as const, logLevel: 'warn' as const }
  await build({
    ...shared,
    plugins: [react(), tailwindcss()],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      target: 'chrome123',
      chunkSizeWarningLimit: 2_000,
      reportCompressedSize: false,
      rolldownOptions: { input: [join(FOLDER, 'table.html'), join(FOLDER, 'palette.html')] },
    },
  })
  const port = await freePort()
  const server = await preview({ ...shared, build: { outDir: BUILT }, preview: { port, host: '127.0.0.1' } })
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
