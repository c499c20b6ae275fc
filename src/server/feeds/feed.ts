import * as z from 'zod'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import type { FeedMessageKind, FeedName } from '../db/intake-tables.ts'
import { timestamp } from '../db/times.ts'
import { itemPrefix, type RawRecord, type Unreadable, unreadable } from '../import/kinds/raw-record.ts'
import type { ProfileOf } from '../import/profiles/profile.ts'

/** How the messages of a program are read. */
export interface Feed {
  name: FeedName
  /** The program as exports and ORDER_CODE_PREFIXES name it. */
  program: string
  /** How an order is read: by the columns of the program's export, so that a word means the same in both forms. */
  profile: ProfileOf<'orders'>
  /** The id of the order that a message is about, and its version; null without an id. */
  identify(kind: FeedMessageKind, body: unknown, times: MessageTimes): MessageIdentity | null
  /** The order as a row of the export. */
  rowOf(order: unknown, since: Since): FeedRow
}

/** When the event happened, if its source says so, and when the message came. */
interface MessageTimes {
  triggeredAt: string | null
  receivedAt: string
}

export interface MessageIdentity {
  orderId: string
  /** Sorts by the source's own time, see `versionOf`. */
  version: string
}

/** What has happened to an order since its newest version. */
export interface Since {
  /** The bodies of refunds, also of those that the version contains. */
  refunds: readonly unknown[]
  /** Whether the source said that it was deleted, and has sent no newer version. */
  isDeleted: boolean
  /** Whether no version of it has been applied yet. */
  isNew: boolean
  /** When the newest version came. */
  receivedAt: string
}

/** An order in the form of an export; or the fields of the message that are not as documented. */
export type FeedRow =
  | {
      /** Cells by the columns of the export. The line of an item is its place, from 1. */
      row: RawRecord
      /** How much was sent of the items of which the columns do not tell it, by their lines. */
      sent: ReadonlyMap<number, number>
      /** Products that come with the order. */
      products: RawRecord[]
    }
  | {
      faults: Unreadable[]
      /** Blank if it cannot be read either. */
      code: string
    }

/** Decimals of a second, so that times of different precision sort. */
const NANOSECONDS = 9

/**
 * A text that sorts the versions of an order: by the time that its source last changed it, then by the time of the event,
 * then by how far the order is, because a source's times may be whole seconds.
 */
export function versionOf(updatedAt: string | null, triggeredAt: string | null, progress: number): string {
  return [updatedAt, triggeredAt]
    .map((time) => sortable(time ?? ''))
    .concat(String(progress))
    .join(' ')
}

/** An instant in UTC with nine decimals; blank if it is none. */
function sortable(time: string): string {
  const at = parseInstant(time)
  if (at === null) return ''
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? []
  const [second] = timestamp(at).split('.')
  return `${second}.${fraction.slice(0, NANOSECONDS).padEnd(NANOSECONDS, '0')}`
}

/** Text, blank if it is absent. Programs write numbers and texts in the same field. */
export const word = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()))

/** A decimal number as text or as a number; null if it is absent or blank. */
export const decimal = word.transform((text, { addIssue }) => {
  if (text === '') return null
  const value = Number(text)
  if (Number.isFinite(value)) return value
  addIssue('must be a number')
  return z.NEVER
})

/** A list; empty if it is absent. */
export function listField<One extends z.ZodType>(one: One) {
  return z
    .array(one)
    .nullish()
    .transform((list) => list ?? [])
}

/** An amount for a cell, with all decimals that a binary fraction has. Blank for null. */
export function amountCell(value: number | null): string {
  return value === null ? '' : value.toFixed(6)
}

/**
 * A message that is not as documented, with its faults by the names of its own fields.
 * @param codeField the field with the order's code
 */
export function unreadRow(error: z.ZodError, order: unknown, codeField: string): FeedRow {
  const { data } = z.object({ [codeField]: word }).safeParse(order)
  const faults = error.issues.map(({ path, message }) => unreadable(0, message, path.join('.')))
  return { faults, code: data?.[codeField] ?? '' }
}

type Told = Readonly<Record<string, string | undefined>>

/** An order with these cells; those that the message does not tell are undefined. */
export function rowWith(
  cells: Told,
  items: readonly Told[],
  sent: ReadonlyMap<number, number> = new Map(),
): FeedRow {
  const row = {
    line: 0,
    cells: told(cells),
    items: items.map((item, index) => ({
      line: index + 1,
      prefix: itemPrefix(index + 1),
      cells: told(item),
    })),
  }
  return { row, sent, products: [] }
}

function told(cells: Told): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, text] of Object.entries(cells)) if (text !== undefined) own[name] = text
  return own
}
