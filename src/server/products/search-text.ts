import { searchTextOf } from '../db/search-text.ts'

/** The searched text of a product. */
export function productSearchText({ code, name }: { code: string; name: string }): string {
  return searchTextOf({ texts: [code, name] })
}
