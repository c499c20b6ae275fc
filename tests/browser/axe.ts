import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshot.ts'

/**
 * What axe finds in the page as it stands, one line an element; none is the aim. Besides what is serious or critical,
 * anything outside every landmark: screen readers leap from one to the next.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's own security policy stays as it is.
  await page.evaluate(axe.source)
  const results = await page.evaluate<axe.AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return results.violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

const SCHEMES = [
  { scheme: 'light', colorScheme: 'light', forcedColors: 'none' },
  { scheme: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { scheme: 'forced', colorScheme: 'dark', forcedColors: 'active' },
] as const

/** The same in both themes and in forced colours, each line beginning with which; pictures are kept under the name. */
export async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { scheme, ...media } of SCHEMES) {
    await page.emulateMedia(media)
    await keepPicture(page, `${name.replaceAll(/\W+/g, '-')}-${scheme}`)
    for (const finding of await seriousFindings(page)) found.push(`${scheme}: ${finding}`)
  }
  await page.emulateMedia({ forcedColors: null })
  return found
}
