import type { Entry } from './entry.ts'

/**
 * Compares entries within a band: recently opened first, then newer, then shorter, then by code, kind and id, so
 * that the order is total. The order does not depend on the query, so entries can be kept in it.
 */
export function compare(one: Entry, other: Entry): number {
  return (
    other.openedAt - one.openedAt ||
    other.at - one.at ||
    one.code.length - other.code.length ||
    inTurn(one.code, other.code) ||
    inTurn(one.record.code, other.record.code) ||
    inTurn(one.record.kind, other.record.kind) ||
    inTurn(one.record.id ?? '', other.record.id ?? '')
  )
}

function inTurn(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The index of an entry in the ordered list, or the index at which to insert it. */
function placeOf(entry: Entry, list: readonly Entry[]): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = list[middle]
    if (at && compare(at, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The masks of all entries, in the same order. A search compares these first. */
export interface Masks {
  code: Int32Array
  name: Int32Array
  initial: Int32Array
  word: Int32Array
  reach: Int32Array
  /** Totals of orders; 0 for other records. */
  total: Float64Array
}

const MASKS = ['code', 'name', 'initial', 'word', 'reach', 'total'] as const

const masks = (length: number): Masks => ({
  code: new Int32Array(length),
  name: new Int32Array(length),
  initial: new Int32Array(length),
  word: new Int32Array(length),
  reach: new Int32Array(length),
  total: new Float64Array(length),
})

/** Texts that match an entry exactly: its code, and its digits alone. */
const exactTexts = ({ code, digits }: Entry) => new Set(digits === '' ? [code] : [code, digits])

/**
 * Entries in the order of `compare`, so that a search can stop when it has enough matches and need not sort. Masks
 * are stored in separate arrays, so that a search reads few entries. Exact matches are looked up.
 */
export class OrderedEntries {
  #list: readonly Entry[] = []
  #masks = masks(0)
  readonly #byText = new Map<string, Set<Entry>>()

  get list(): readonly Entry[] {
    return this.#list
  }

  get masks(): Masks {
    return this.#masks
  }

  /** Entries whose folded code, or whose digits alone, equal the text, in order. */
  exactly(text: string): Entry[] {
    return [...(this.#byText.get(text) ?? [])].sort(compare)
  }

  /** Orders with this total, in order. */
  ofTotal(total: number): Entry[] {
    return this.#list.filter((entry, index) => this.#masks.total[index] === total && entry.total === total)
  }

  /**
   * Inserts entries in order.
   * @param instead entries to remove, replaced by the new ones
   */
  put(entries: readonly Entry[], instead: readonly Entry[] = []): void {
    const before = this.#list
    const gone = instead.map((entry) => ({ at: placeOf(entry, before), skip: 1, added: null }))
    const added = [...entries]
      .sort(compare)
      .map((entry) => ({ at: placeOf(entry, before), skip: 0, added: entry }))
    const changes = [...added, ...gone].sort((one, other) => one.at - other.at || one.skip - other.skip)
    const list: Entry[] = []
    const kept = masks(before.length - gone.length + added.length)
    let from = 0
    for (const change of [...changes, { at: before.length, skip: 0, added: null }]) {
      for (const name of MASKS) kept[name].set(this.#masks[name].subarray(from, change.at), list.length)
      for (const entry of before.slice(from, change.at)) list.push(entry)
      if (change.added) {
        kept.code[list.length] = change.added.codeMask
        kept.name[list.length] = change.added.nameMask
        kept.initial[list.length] = change.added.initialMask
        kept.word[list.length] = change.added.wordMask
        kept.reach[list.length] = change.added.reachMask
        kept.total[list.length] = change.added.total ?? 0
        list.push(change.added)
      }
      from = change.at + change.skip
    }
    this.#list = list
    this.#masks = kept
    for (const entry of instead) {
      for (const text of exactTexts(entry)) this.#byText.get(text)?.delete(entry)
    }
    for (const entry of entries) {
      for (const text of exactTexts(entry)) {
        const same = this.#byText.get(text)
        if (same) same.add(entry)
        else this.#byText.set(text, new Set([entry]))
      }
    }
  }

  clear(): void {
    this.#list = []
    this.#masks = masks(0)
    this.#byText.clear()
  }
}
