import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PackedPiece } from '../../../contract/dispatch.ts'
import type { Order } from '../../../contract/orders.ts'
import type { ConsignmentForm } from '../../../domain/freight/consignment-payload.ts'
import { withProductWeight } from '../../../domain/freight/parcel-filling.ts'
import { packingQuery } from '../../api/freight.ts'
import { useOwnAddress } from '../address-search/use-own-address.ts'
import type { FormEdits } from './use-consignment-draft.ts'

export interface OrderFacts {
  /** Whether the order's own address is being verified. */
  verifying: boolean
  /** Whether that, or the weight of the products, may still complete the form. */
  pending: boolean
  /** The pieces of the customer's last consignment; undefined while unknown. */
  last: readonly PackedPiece[] | undefined
}

/**
 * Fills in what is known of an order: its verified address and the weight of its products.
 * @param isWhole whether all products of the order are sent, and not a part that was left behind
 */
export function useOrderFacts(
  order: Order | null,
  isWhole: boolean,
  form: ConsignmentForm,
  edits: FormEdits,
): OrderFacts {
  const verifying = useOwnAddress(order, form, edits.taken)
  const { data: packing, isLoading } = useQuery(packingQuery(order?.code ?? ''))
  const weight = (isWhole ? packing?.weight : null) ?? null
  const [filled, setFilled] = useState<number | null>(null)
  useEffect(() => {
    if (weight !== null) edits.parcels((rows) => withProductWeight(rows, weight))
    setFilled(weight)
  }, [weight, edits])
  return { verifying, pending: verifying || isLoading || weight !== filled, last: packing?.last }
}
