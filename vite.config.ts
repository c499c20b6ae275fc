import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** The first browsers with `light-dark()`, which the tokens are written in: nothing is compiled for older ones. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** Filled in by the server, anew for every answer. */
const cspNonce = '%CSP_NONCE%'

const LANDING_SCREEN = 'src/web/screens/orders/orders-list-screen.tsx'

/**
 * What every screen needs is one file, and what lists are made of is a second: a file compresses better than thirty, and
 * a browser asks for six at a time.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'console', tags: ['$initial'] },
  { name: 'orders', test: (id) => id.endsWith(LANDING_SCREEN), includeDependenciesRecursively: true },
]

/** The files that a chunk needs besides the entry, itself first. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): string[] {
  const imported = chunks.filter(({ fileName, isEntry }) => !isEntry && chunk.imports.includes(fileName))
  return [chunk.fileName, ...imported.flatMap((one) => filesOf(one, chunks))]
}

/** Nearly everybody lands on the orders: their chunk comes beside the entry, not after it. */
function preloadLandingScreen(): Plugin {
  return {
    name: 'preload-landing-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const landing = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(LANDING_SCREEN)))
        if (!landing) throw new Error(`No chunk is made of ${LANDING_SCREEN}`)
        return [...new Set(filesOf(landing, chunks))].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, nonce: cspNonce, href: `/${file}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadLandingScreen()],
  html: { cspNonce },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
})
