import type { ParcelRow } from '../../src/domain/freight/parcels.ts'

/** A row of the parcel table as in a new form. */
export function exampleParcel(parts: Partial<ParcelRow> = {}): ParcelRow {
  return {
    id: '1',
    reference: '104823-1',
    package_type: 'custom',
    quantity: '1',
    height: '',
    length: '',
    width: '',
    weight: '',
    ...parts,
  }
}
