import { inTurn } from '../../../domain/orders/item-check.ts'
import { type Cells, hasCell, ITEMS, itemPrefix, type RawItem, type RawRecord } from './raw-record.ts'

/** A stored record in the form of a file that mentions each of its fields. */
export interface StoredCells {
  cells: Cells
  /** The same with the values of fields that would be calculated again. */
  asStored: Cells
  items: readonly Cells[]
}

/** How the missing cells of a record are completed. */
export interface Completion {
  /**
   * Fields calculated from others (`items` stands for all items). A field is recalculated if any of its inputs
   * changes.
   */
  calculated: Readonly<Record<string, readonly string[]>>
  /** Other names of fields in files: 'dates.paid_at' → 'paid_at'. */
  alsoNamed: Readonly<Record<string, string>>
  /** The field that matches an item with its stored item. */
  itemKey: string
  /** The form in which that field is compared and stored; as it is given by default. */
  comparedKey?(text: string): string
  itemCalculated: Readonly<Record<string, readonly string[]>>
  /** The stored row without the columns that are calculated and would be the same again. */
  withoutCalculated?(row: Record<string, string | number | null>): Record<string, string | number | null>
  /** Whether a stored item is none that a partial list could have, so that it stays (`RawRecord.isPartial`). */
  isBeyond?(item: Cells): boolean
  /** Applies what the stored calculated fields contain beyond the calculation, such as a discount. */
  carryOver?: {
    item(before: Cells, after: Cells): Cells
    record(before: StoredCells, after: CompletedRecord): Cells
  }
}

/** A record that mentions its items. */
export interface CompletedRecord extends RawRecord {
  items: RawItem[]
}

/** Whether the record has a cell for the field, under any of its names. */
export function isGiven({ cells }: RawRecord, field: string, { alsoNamed }: Completion): boolean {
  const other = alsoNamed[field]
  return hasCell(cells, field) || (other !== undefined && hasCell(cells, other))
}

/** The record with its missing cells, and its missing items, as they are stored. */
export function complete(raw: RawRecord, stored: StoredCells, completion: Completion): RawRecord {
  const items = completeItems(raw, stored.items, completion)
  const isChanged = (field: string) =>
    field === ITEMS
      ? areOther(items, stored.items)
      : hasCell(raw.cells, field) &&
        [stored.cells, stored.asStored].every((cells) => (raw.cells[field] ?? '') !== (cells[field] ?? ''))
  const isKept = (field: string) =>
    !isGiven(raw, field, completion) && !completion.calculated[field]?.some(isChanged)
  const { line, list } = raw
  const completed = { line, ...(list && { list }), cells: withKept(raw.cells, stored.cells, isKept), items }
  return completion.carryOver
    ? { ...completed, cells: completion.carryOver.record(stored, completed) }
    : completed
}

/** The items with their missing cells; each is the next stored item with the same key. */
function completeItems(
  { line, items, list, isPartial }: RawRecord,
  stored: readonly Cells[],
  { itemKey, comparedKey, itemCalculated, carryOver, isBeyond }: Completion,
): RawItem[] {
  const keyOf = (cells: Cells) => comparedKey?.(cells[itemKey] ?? '') ?? cells[itemKey] ?? ''
  const asItem = (cells: Cells, index: number) => ({ line, prefix: itemPrefix(index + 1, list), cells })
  if (items === null) return stored.map(asItem)
  if (isPartial) {
    const kept = stored.filter((cells) => isBeyond?.(cells))
    const keys = new Set(kept.map(keyOf))
    return [...items.filter(({ cells }) => !keys.has(keyOf(cells))), ...kept.map(asItem)]
  }
  const next = inTurn(stored, keyOf)
  return items.map((item) => {
    const before = next(keyOf(item.cells))
    if (!before) return item
    const isChanged = (field: string) =>
      hasCell(item.cells, field) && (item.cells[field] ?? '') !== (before[field] ?? '')
    const isKept = (field: string) => !hasCell(item.cells, field) && !itemCalculated[field]?.some(isChanged)
    const cells = withKept(item.cells, before, isKept)
    return { ...item, cells: carryOver?.item(before, cells) ?? cells }
  })
}

/** A loop, because building lists of entries takes as long as all other work on a record. */
function withKept(given: Cells, stored: Cells, isKept: (field: string) => boolean): Cells {
  const cells: Record<string, string> = { ...given }
  for (const field in stored) if (isKept(field)) cells[field] = stored[field] ?? ''
  return cells
}

function areOther(items: readonly RawItem[], stored: readonly Cells[]): boolean {
  if (items.length !== stored.length) return true
  return stored.some((before, index) => {
    for (const field in before) if ((items[index]?.cells[field] ?? '') !== before[field]) return true
    return false
  })
}
