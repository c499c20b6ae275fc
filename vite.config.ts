import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { FirstPaint } from './src/web/shell/first-paint.tsx'

/** The first browsers with `light-dark()`, which the tokens are written in: nothing is compiled for older ones. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** Filled in by the server, anew for every answer. */
const cspNonce = '%CSP_NONCE%'

/** Renders the shell into `index.html`. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: (html) =>
    html.replace('<!-- first paint -->', () => renderToStaticMarkup(createElement(FirstPaint))),
}

export default defineConfig({
  plugins: [firstPaint, react(), tailwindcss()],
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
    // What the first rows need is one file: it compresses better than thirty, and a browser asks for six at a time.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } } },
  },
})
