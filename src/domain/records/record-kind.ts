/** The kinds of record that have a code and a screen of their own: commands act on them, the palette finds them. */
export const RECORD_KINDS = [
  'order',
  'consignment',
  'customer',
  'product',
  'supplier',
  'supplier-order',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export function isRecordKind(name: string | null): name is RecordKind {
  return RECORD_KINDS.some((kind) => kind === name)
}
