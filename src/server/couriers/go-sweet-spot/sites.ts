import { BRANCHES } from '../../../contract/orders.ts'
import type { GoSweetSpotConfig } from '../../platform/courier-settings.ts'
import type { Courier } from '../courier.ts'
import type { Site } from './gateway.ts'
import { goSweetSpot, slugOf } from './go-sweet-spot.ts'

/** The sites by the slugs of their couriers, for functions that are not a courier's, such as its print agent. */
export function sitesBySlug({ siteIds, ...account }: GoSweetSpotConfig): ReadonlyMap<string, Site> {
  if (siteIds.auckland === siteIds.christchurch) {
    return new Map([[slugOf(null), { ...account, siteId: siteIds.auckland }]])
  }
  return new Map(BRANCHES.map((branch) => [slugOf(branch), { ...account, siteId: siteIds[branch] }]))
}

/** The configured sites: one for both branches, or one for each. */
export function goSweetSpotSites({ siteIds, webhookSecret, ...settings }: GoSweetSpotConfig): Courier[] {
  const account = { ...settings, hasWebhook: webhookSecret !== null }
  if (siteIds.auckland === siteIds.christchurch) {
    return [goSweetSpot({ ...account, siteId: siteIds.auckland, branch: null })]
  }
  return BRANCHES.map((branch) => goSweetSpot({ ...account, siteId: siteIds[branch], branch }))
}
