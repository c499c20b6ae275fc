import { accountProblems } from '../couriers/account-check.ts'
import { goSweetSpotSites } from '../couriers/go-sweet-spot/sites.ts'
import type { Config } from '../platform/config.ts'
import { attention, type Finding, fine } from './findings.ts'

/** Checks that GoSweetSpot's account fits the settings. No findings if it is not configured. */
export async function checkCouriers({ goSweetSpot }: Pick<Config, 'goSweetSpot'>): Promise<Finding[]> {
  if (goSweetSpot === null) return []
  const problems = await accountProblems(goSweetSpotSites(goSweetSpot), new AbortController().signal)
  if (problems.length === 0) return [fine('Couriers', 'GoSweetSpot has a stock size for every bag.')]
  return problems.map((problem) => attention('Couriers', problem))
}
