import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { PACKAGE_TYPES, type PackageType } from '../../contract/consignments.ts'
import { CourierRule } from '../../contract/courier-rules.ts'
import { BRANCHES, type Branch } from '../../contract/orders.ts'
import type { CutOff } from '../../domain/freight/cut-off.ts'
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

const Rules = z.array(CourierRule, { error: 'must be a list of rules' })

/** The path of a JSON file with courier rules, read as the rules. Errors name the file, the rule and the field. */
export const courierRulesFile = z.string().transform((path, { addIssue }): CourierRule[] => {
  const fail = (fault: string) => {
    addIssue(`${path}${fault}`)
    return z.NEVER
  }
  const content = readJson(path)
  if ('fault' in content) return fail(` ${content.fault}`)
  const read = Rules.safeParse(content.value)
  if (!read.success) {
    const { path: [index, ...fields] = [], message = '' } = read.error.issues[0] ?? {}
    if (typeof index !== 'number') return fail(` ${message}`)
    return fail(
      `: rule ${index + 1}${nameOf(content.value, index)}: ${[fields.join('.'), message].join(' ').trim()}`,
    )
  }
  const names = read.data.map(({ name }) => name)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) return fail(`: rule ${again + 1} (${names[again]}): name is used twice`)
  return read.data
})

function readJson(path: string): { value: unknown } | { fault: string } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { fault: 'is a file that cannot be read' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: 'is not valid JSON' }
  }
}

function nameOf(rules: unknown, index: number): string {
  const rule: unknown = Array.isArray(rules) ? rules[index] : null
  const name: unknown = typeof rule === 'object' && rule !== null ? Reflect.get(rule, 'name') : null
  return typeof name === 'string' && name.trim() !== '' ? ` (${name.trim()})` : ''
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const FORMAT =
  "must be times such as '15:30, nzpost 16:00, nzpost christchurch 14:45': a courier's slug and a branch may come before each time"

/** Cut-off times, separated by commas: each a time with the courier, the branch or both that it is for. */
export const cutOffs = z.string().transform((text, { addIssue }): CutOff[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase().split(/\s+/))
  const read = entries.flatMap(readCutOff)
  if (read.length === entries.length) return read
  addIssue(FORMAT)
  return z.NEVER
})

function readCutOff(words: readonly string[]): CutOff[] {
  const time = words.at(-1) ?? ''
  const branch = BRANCHES.find((one) => words.slice(0, -1).includes(one)) ?? null
  const [courier = null, ...others] = words.slice(0, -1).filter((word) => word !== branch)
  return TIME.test(time) && others.length === 0 ? [{ time, courier, branch }] : []
}
