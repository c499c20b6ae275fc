import { BRANCHES } from '../../../contract/orders.ts'
import type { GoSweetSpotConfig } from '../../platform/config.ts'
import type { Courier } from '../courier.ts'
import { goSweetSpot } from './go-sweet-spot.ts'

/** The configured sites: one for both branches, or one for each. */
export function goSweetSpotSites({ siteIds, webhookSecret, ...settings }: GoSweetSpotConfig): Courier[] {
  const account = { ...settings, hasWebhook: webhookSecret !== null }
  if (siteIds.auckland === siteIds.christchurch) {
    return [goSweetSpot({ ...account, siteId: siteIds.auckland, branch: null })]
  }
  return BRANCHES.map((branch) => goSweetSpot({ ...account, siteId: siteIds[branch], branch }))
}
