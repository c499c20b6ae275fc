import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshot.ts'

/** Structure, names and roles do not depend on the theme, so only the first theme runs all rules. */
const ALL_RULES: axe.RunOptions = { resultTypes: ['violations'] }
const CONTRAST_ONLY: axe.RunOptions = { ...ALL_RULES, runOnly: ['color-contrast'] }

/**
 * Runs axe on the page and returns its findings, one line per element; none are allowed. Besides serious and
 * critical findings it reports content outside landmarks, because screen readers navigate by landmarks.
 */
export async function seriousFindings(page: Page, options = ALL_RULES): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Evaluated instead of added as a script, so that the page keeps its security policy.
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

/** Findings in both themes and in forced colours, each line with its theme. Stores screenshots under the name. */
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
