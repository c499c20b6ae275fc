import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { freePort } from '../browser/console-process.ts'
import { type Desk, hasRows, openList, sitDown } from './desk.ts'

/** The elements that the console draws for its list and for the list's first order, as HTML. */
interface Drawn {
  /** Of the style sheets. */
  styles: string[]
  /** The list, whose rows are in `rows`. */
  list: string
  rows: string
  code: string
  detail: string
}

/** Reads what the console has drawn, after everything has been loaded. */
async function draw(desk: Desk): Promise<Drawn> {
  const page = await sitDown(desk)
  await openList(desk, page)
  const list = await page.evaluate(() => {
    const body = document.querySelector('[role=grid] tbody')
    const rows = body?.innerHTML ?? ''
    body?.replaceChildren()
    const sheets = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    return { styles: sheets.map(({ href }) => new URL(href).pathname), list: document.body.innerHTML, rows }
  })
  await page.reload()
  await page.waitForFunction(hasRows)
  await page.keyboard.press('Enter')
  await page.locator('main [role=tabpanel] table tbody tr').first().waitFor()
  const detail = await page.evaluate(() => document.body.innerHTML)
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.context().close()
  return { ...list, code, detail }
}

/** Scripts and the server's nonce stay behind. */
const withoutScripts = (html: string) => html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '')

/**
 * The least work that a page can do for the same picture: it requests the same orders, and inserts the elements that
 * the console drew into the document at once. The remaining time is the browser's and the server's.
 */
function barePage({ styles, list, rows, code, detail }: Drawn): string {
  const parts = JSON.stringify({ rows, code, detail: withoutScripts(detail) }).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en-NZ">
  <head>
    <meta charset="utf-8">
    ${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n    ')}
  </head>
  <body>
    ${withoutScripts(list)}
    <script>
      const { rows, code, detail } = ${parts}
      const headers = { Authorization: 'Bearer ' + localStorage.getItem('session-token') }
      fetch('/api/v1/orders?daterange=30days', { headers })
        .then((answer) => answer.json())
        .then(() => { document.querySelector('[role=grid] tbody').innerHTML = rows })
      addEventListener('keydown', ({ key }) => {
        if (key !== 'Enter') return
        history.pushState(null, '', '/orders/' + code)
        document.body.innerHTML = detail
      })
    </script>
  </body>
</html>`
}

export interface BareDesk {
  url: string
  close(): Promise<void>
}

/** Serves the bare page. Everything else comes from the console. */
export async function serveBareDesk(desk: Desk): Promise<BareDesk> {
  const html = barePage(await draw(desk))
  const app = new Hono()
    .get('/orders', (context) => context.html(html))
    .all('*', ({ req }) => proxy(desk.console.url + req.path + new URL(req.url).search, { raw: req.raw }))
  const port = await freePort()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
