import { noteBarcode } from '../../contract/products.ts'
import { isGtin, readScan } from '../../domain/records/barcode.ts'
import { installation } from '../state/installation.ts'
import { CallError, isAmbiguity, refusalOf, send } from './client.ts'
import { standardSource } from './standard-records.ts'

/** What a code means that is none of an order: a bar code that no product, one or several products have, or nothing. */
export type OtherMeaning =
  | { is: 'nothing' }
  | { is: 'unknown-barcode' }
  | { is: 'product'; code: string }
  | { is: 'several'; reason: string }

export const NO_MEANING: OtherMeaning = { is: 'nothing' }

/** A wrong scan is said after this time at the latest, also if it is not known which product it is. */
const LOOK_UP_MS = 2_000

/** What a code means that no order has. Never rejects: the code is then none of a product. */
export async function otherMeaning(code: string): Promise<OtherMeaning> {
  if (!installation.capabilities.has('barcodes')) return NO_MEANING
  try {
    const product = await standardSource('product').find(code, AbortSignal.timeout(LOOK_UP_MS))
    if (product !== null) return { is: 'product', code: product.code }
  } catch (error) {
    const { reason } = refusalOf(error)
    if (isAmbiguity(error) && reason !== null) return { is: 'several', reason }
    if (!(error instanceof CallError && error.notFound)) return NO_MEANING
  }
  return isGtin(readScan(code)?.code ?? '') ? { is: 'unknown-barcode' } : NO_MEANING
}

/**
 * Keeps an unknown bar code in Arrivals, where a person finds out whose it is (SHIP-4). Never rejects.
 * @param scanned for an order, in a pick run, or for neither
 * @returns what is said of it, as a notice
 */
export async function noteUnknownBarcode(
  barcode: string,
  scanned: { order_code?: string; pick_run?: string },
): Promise<['success' | 'error', string]> {
  try {
    await send(noteBarcode, { body: { barcode, ...scanned } })
    return ['success', `Bar code ${barcode} noted in Arrivals`]
  } catch (error) {
    return ['error', refusalOf(error).reason ?? `Bar code ${barcode} could not be noted`]
  }
}
