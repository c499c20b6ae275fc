import type { GoSweetSpotConfig } from '../../platform/courier-settings.ts'
import { apiCourier } from '../api-courier.ts'
import { goSweetSpotSites, sitesBySlug } from './go-sweet-spot.ts'
import { gssPrinter } from './printer.ts'
import { webhookRoutes } from './webhook.ts'

/** GoSweetSpot as a courier of an installation. */
export const goSweetSpotApi = apiCourier<GoSweetSpotConfig>({
  account: ({ goSweetSpot }) => goSweetSpot,
  create: goSweetSpotSites,
  capabilities: ({ labelFormat }) =>
    labelFormat === 'ZPL' ? ['courier-lengths', 'zpl-labels'] : ['courier-lengths'],
  checked: 'GoSweetSpot has a stock size for every bag.',
  webhook: {
    path: 'gosweetspot',
    routes: (deps, settings) => webhookRoutes(deps, settings?.webhookSecret ?? null),
  },
  printer: (settings, address) => gssPrinter({ ...address, sites: sitesBySlug(settings) }),
})
