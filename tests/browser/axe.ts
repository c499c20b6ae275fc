import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshot.ts'

const WHOLE_PAGE = 'html'

interface Scope {
  options?: axe.RunOptions
  /** A selector of the elements to check; by default the whole page. */
  within?: string
}

/** Structure, names and roles do not depend on the theme, so only the first theme runs all rules. */
const ALL_RULES: axe.RunOptions = { resultTypes: ['violations'] }
export const CONTRAST_ONLY: axe.RunOptions = { ...ALL_RULES, runOnly: ['color-contrast'] }

/**
 * Runs axe on the page and returns its findings, one line per element; none are allowed. Besides serious and
 * critical findings it reports content outside landmarks, because screen readers navigate by landmarks.
 */
export async function seriousFindings(
  page: Page,
  { options = ALL_RULES, within = WHOLE_PAGE }: Scope = {},
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Evaluated instead of added as a script, so that the page keeps its security policy.
  if (!isLoaded) await page.evaluate(axe.source)
  // Only the violations leave the page, because transferring all results takes as long as finding them.
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then((results) => results.violations)`,
  )
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/**
 * Findings in both themes, each line with its theme. Stores screenshots under the name. Begins with the current theme,
 * because each change of the theme paints the whole page.
 */
export async function findings(page: Page, name: string, within = WHOLE_PAGE): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const found = await findingsIn(first, ALL_RULES)
  await page.emulateMedia({ colorScheme: second })
  return [...found, ...(await findingsIn(second, CONTRAST_ONLY))]

  async function findingsIn(theme: string, options: axe.RunOptions): Promise<string[]> {
    await keepPicture(page, `${name.replaceAll(/\W+/g, '-')}-${theme}`)
    const lines = await seriousFindings(page, { options, within })
    return lines.map((line) => `${theme}: ${line}`)
  }
}
