import * as z from 'zod'
import { PACKAGE_TYPES, type PackageType } from '../../contract/consignments.ts'
import type { Branch } from '../../contract/orders.ts'
import { packageTypeLabel } from '../../domain/freight/parcels.ts'

/**
 * Formats of labels: a size in millimetres, A4 with one label per page, or ZPL for label printers in addition to PDF.
 */
const LABEL_FORMATS = ['100x175', '100x150', 'A4', 'ZPL'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

/** For each bag, the name of the corresponding stock size in the gateway's account. */
export type BagNames = Record<Exclude<PackageType, 'custom'>, string>

const DEFAULT_BAG_NAMES: BagNames = {
  a5: packageTypeLabel('a5'),
  bug_bronze: packageTypeLabel('bug_bronze'),
  bug_silver: packageTypeLabel('bug_silver'),
  bug_plat: packageTypeLabel('bug_plat'),
  bug_tim: packageTypeLabel('bug_tim'),
}

/** 'a5=GSS A5, bug_tim=Tim Satchel'; bags that are not named keep their default. */
export const bagNames = z
  .string()
  .transform((text, { addIssue }) => {
    const names = { ...DEFAULT_BAG_NAMES }
    for (const pair of text.split(',')) {
      const [, slug, name] = /^\s*(\w+)\s*=\s*([^=]+?)\s*$/.exec(pair) ?? []
      const bag = PACKAGE_TYPES.find((type) => type === slug)
      if (bag === undefined || bag === 'custom' || name === undefined) {
        const bags = Object.keys(names).join(', ')
        addIssue(`must be like a5=GSS A5, bug_tim=Tim Satchel, with the bags ${bags}`)
        return z.NEVER
      }
      names[bag] = name
    }
    return names
  })
  .default(DEFAULT_BAG_NAMES)

/** Shorter secrets could be guessed from a webhook's body and signature. */
const SHORTEST_SECRET = 16

export const signature = z.enum(['required'], { error: "must be 'required' where it is set" }).optional()

export const labelFormat = z
  .enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` })
  .default('100x175')

/** The key with which another system signs what it sends. */
export const sharedSecret = z
  .string()
  .trim()
  .min(SHORTEST_SECRET, { error: `must have at least ${SHORTEST_SECRET} characters` })

/** GoSweetSpot as the gateway to couriers, instead of the built-in rate cards. */
export interface GoSweetSpotConfig {
  accessKey: string
  /** The site that each branch sends from; both may use the same one. */
  siteIds: Record<Branch, string>
  /** Contact for GoSweetSpot about failing calls. */
  supportEmail: string | null
  /** Base address, without a trailing slash. */
  url: string
  /** Whether the receiver must sign for every consignment. */
  isSignatureRequired: boolean
  labelFormat: LabelFormat
  bagNames: BagNames
  /** The key with which the gateway signs webhooks; null accepts none. */
  webhookSecret: string | null
}
