import { Consignment } from '../../src/contract/consignments.ts'

/** A consignment with the given fields, in the form of a response. All others are absent. */
export function exampleConsignment(parts: object = {}): Consignment {
  return Consignment.parse({ tracking_code: 'COC00014123', ...parts })
}
