import { searchTextOf } from '../db/search-text.ts'

/** The text that searches for a product look through. */
export function productSearchText({ code, name }: { code: string; name: string }): string {
  return searchTextOf({ texts: [code, name] })
}
