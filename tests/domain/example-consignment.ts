import { Consignment } from '../../src/contract/consignments.ts'

/** A consignment with nothing in it but what is given, each field as the wire has it. */
export function exampleConsignment(parts: object = {}): Consignment {
  return Consignment.parse({ tracking_code: 'COC00014123', ...parts })
}
