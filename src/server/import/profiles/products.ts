import type { RawRecord } from '../kinds/raw-record.ts'
import { toCents } from './amounts.ts'
import { given } from './customers.ts'
import { amountIn, type Values } from './values.ts'

const AMOUNTS = ['price', 'pricing.cost', 'pricing.wholesale']

/** The cells of a product's record. Fields of which the file has no column are missing. */
export function productCells(values: Values): RawRecord['cells'] {
  const cells: Record<string, string | undefined> = { ...values }
  for (const field of AMOUNTS) {
    const amount = amountIn(values, field)
    if (amount !== null) cells[field] = String(toCents(amount))
  }
  return given(cells)
}
