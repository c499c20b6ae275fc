import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshot.ts'

/** What axe finds serious or critical in the page as it stands, one line an element; none is the aim. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's own security policy stays as it is.
  await page.evaluate(axe.source)
  const results = await page.evaluate<axe.AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** The same in both themes, the system's choice being what the page follows; pictures are kept under the name. */
export async function findings(page: Page, name: string): Promise<{ light: string[]; dark: string[] }> {
  const inScheme = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, `${name.replaceAll(/\W+/g, '-')}-${colorScheme}`)
    return seriousFindings(page)
  }
  return { light: await inScheme('light'), dark: await inScheme('dark') }
}
