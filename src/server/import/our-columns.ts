import type { Kind } from './kinds/kind.ts'
import { ITEMS, type Unreadable, unreadable } from './kinds/raw-record.ts'
import type { CsvShape } from './read-csv.ts'

const ITEM_PREFIX = `${ITEMS}.`

/** The columns of a kind in our own CSV files: the names of its fields; those of its items begin with `items.`. */
export function ourColumns({ fields, itemFields, keyField }: Kind): CsvShape {
  const known = new Set([...fields, ...itemFields.map((name) => ITEM_PREFIX + name)])
  return {
    key: keyField,
    itemPrefix: ITEM_PREFIX,
    columnsOf(names, line) {
      const faults = headerFaults(names, known, line)
      if (faults.length > 0) return { faults }
      return {
        columns: names.map((name) =>
          name.startsWith(ITEM_PREFIX)
            ? { name: name.slice(ITEM_PREFIX.length), isItem: true }
            : { name, isItem: false },
        ),
      }
    },
  }
}

function headerFaults(names: readonly string[], known: ReadonlySet<string>, line: number): Unreadable[] {
  return names.flatMap((name, index) => {
    if (name === '') return [unreadable(line, `column ${index + 1} has no name`)]
    if (!known.has(name)) return [unreadable(line, 'is no field of this kind of record', name)]
    return names.indexOf(name) < index ? [unreadable(line, 'is there twice', name)] : []
  })
}
