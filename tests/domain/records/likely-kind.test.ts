import { expect, test } from 'vitest'
import { likelyKind } from '../../../src/domain/records/likely-kind.ts'

test.each([
  ['104823', 'order'],
  ['10204030', 'order'],
  ['SO-10451', 'order'],
  ['so1045', 'order'],
  ['10415x', 'order'],
  ['COC00014123', 'consignment'],
  ['lh1602541', 'consignment'],
  ['CL010000009NZ', 'consignment'],
  ['COC00014123001', 'consignment'],
  ['VLV-1048-BRS', 'product'],
  ['FIT/90-15', 'product'],
  ['GAS#10-BRS', 'product'],
  ['12-34-56', 'order'],
])('%s is most likely the code of: %s', (code, kind) => expect(likelyKind(code)).toBe(kind))
