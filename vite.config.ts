import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, defineConfig, type Plugin } from 'vite'
import { FirstPaint } from './src/web/shell/first-paint.tsx'

/** The first browsers with `light-dark()`, which the tokens are written in: nothing is compiled for older ones. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** Filled in by the server, anew for every answer. */
const cspNonce = '%CSP_NONCE%'

/**
 * Asks Chromium to compile each script whole while it is downloaded, in another thread. Otherwise most functions are
 * compiled when they are first called, and what a screen needs is called before its first rows.
 */
const compileWhileLoading: Plugin = {
  name: 'compile-while-loading',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.facadeModuleId?.includes('node_modules')) continue
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      }
    },
  },
}

/** Renders the shell into `index.html`. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: (html) =>
    html.replace('<!-- first paint -->', () => renderToStaticMarkup(createElement(FirstPaint))),
}

/**
 * Puts the script of the first rows into `index.html`, and lets it import the console after these: the page only
 * downloads it.
 */
const firstRows: Plugin = {
  name: 'first-rows',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const [script, source] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html) ?? []
      if (script === undefined) throw new Error('The page has no script of the console.')
      const preload = `<link rel="modulepreload" crossorigin href="${source}" data-console>`
      const inline = `<script nonce="${cspNonce}">${await firstRowsScript()}</script>`
      return html.replace(script, () => preload).replace('<!-- first rows -->', () => inline)
    },
  },
}

async function firstRowsScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      write: false,
      target: browsers,
      reportCompressedSize: false,
      rolldownOptions: { input: 'src/web/first-rows.tsx', output: { format: 'iife' } },
    },
  })
  const [{ output } = { output: [] }] = [built].flat().filter((one) => 'output' in one)
  const [chunk] = output
  if (chunk?.type !== 'chunk') throw new Error('The script of the first rows was not built.')
  return chunk.code.trim().replaceAll('</script', '<\\/script')
}

export default defineConfig({
  plugins: [firstPaint, firstRows, react(), tailwindcss(), compileWhileLoading],
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
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // What the first rows need is one file: it compresses better than thirty, and a browser asks for six at a time.
      output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } },
    },
  },
})
