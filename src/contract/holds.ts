import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { StepOutcome } from './wire.ts'

/** The calls of the capability `holds`: staff put orders on hold and release them, each with a reason. */

/** `reason` is required. */
export const HoldBody = z.object({ reason: z.string() })
export type HoldBody = z.output<typeof HoldBody>

/** Puts an order on hold: it takes no action until it is released. */
export const holdOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/hold',
  body: HoldBody,
  answer: StepOutcome,
})

/** Releases an order, whether staff or its source have it on hold. */
export const releaseOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/release',
  body: HoldBody,
  answer: StepOutcome,
})
