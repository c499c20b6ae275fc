import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshot.ts'

/** Structure, names and roles are the same in every theme: only the first one runs all rules. */
const CONTRAST_ONLY: axe.RunOptions = { resultTypes: ['violations'], runOnly: ['color-contrast'] }
const ALL_RULES: axe.RunOptions = { resultTypes: ['violations'] }

/**
 * Runs axe on the page and returns its findings, one line an element; there should be none. Besides serious and
 * critical ones, anything outside every landmark counts: screen readers jump from one landmark to the next.
 */
export async function seriousFindings(page: Page, options = ALL_RULES): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Evaluated, not added as a script: the page keeps its own security policy.
  if (!isLoaded) await page.evaluate(axe.source)
  const results = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return results.violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

const SCHEMES = [
  { scheme: 'light', colorScheme: 'light', forcedColors: 'none' },
  { scheme: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { scheme: 'forced', colorScheme: 'dark', forcedColors: 'active' },
] as const

/** Findings in both themes and in forced colours, each line with its theme; pictures are kept under the name. */
export async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { scheme, ...media } of SCHEMES) {
    await page.emulateMedia(media)
    await keepPicture(page, `${name.replaceAll(/\W+/g, '-')}-${scheme}`)
    const options = scheme === 'light' ? ALL_RULES : CONTRAST_ONLY
    for (const finding of await seriousFindings(page, options)) found.push(`${scheme}: ${finding}`)
  }
  await page.emulateMedia({ forcedColors: null })
  return found
}
