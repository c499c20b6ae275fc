import * as z from 'zod'
import { BRANCHES } from '../../contract/orders.ts'
import type { CutOff } from '../../domain/freight/cut-off.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const FORMAT =
  "must be times such as '15:30, nzpost 16:00, nzpost christchurch 14:45': a courier's slug and a branch may come before each time"

/** Cut-off times, separated by commas: each a time with the courier, the branch or both that it is for. */
export const cutOffs = z.string().transform((text, { addIssue }): CutOff[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase().split(/\s+/))
  const read = entries.flatMap(readCutOff)
  if (read.length === entries.length) return read
  addIssue(FORMAT)
  return z.NEVER
})

function readCutOff(words: readonly string[]): CutOff[] {
  const time = words.at(-1) ?? ''
  const branch = BRANCHES.find((one) => words.slice(0, -1).includes(one)) ?? null
  const [courier = null, ...others] = words.slice(0, -1).filter((word) => word !== branch)
  return TIME.test(time) && others.length === 0 ? [{ time, courier, branch }] : []
}
