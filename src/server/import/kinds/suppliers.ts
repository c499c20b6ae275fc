import * as z from 'zod'
import { code, ignored, required, textCell } from './fields.ts'
import { type ImportKind, NO_COMPLETION, noItem, readerOf, USUAL_LOT } from './kind.ts'
import { upsert } from './load-lot.ts'
import { ITEMS } from './raw-record.ts'

const Supplier = z.strictObject({ id: ignored, external_id: code, name_legal: required, website: textCell })

export const suppliers: ImportKind = {
  name: 'suppliers',
  fields: Object.keys(Supplier.shape),
  itemFields: [],
  list: ITEMS,
  keyField: 'external_id',
  codeFields: ['external_id'],
  foreignCodeFields: [],
  notesFields: [],
  columns: { external_id: 'external_id', name_legal: 'name_legal', website: 'website' },
  itemColumns: {},
  completion: NO_COMPLETION,
  addresses: [],
  lot: USUAL_LOT,
  table: { name: 'suppliers', key: 'external_id' },
  parse: readerOf(Supplier, noItem, ({ external_id, name_legal, website }) => ({
    key: external_id,
    also: null,
    reference: null,
    sort: '',
    row: { external_id, name_legal, website },
    items: [],
  })),
  async write(lot) {
    await upsert(lot)
  },
}
