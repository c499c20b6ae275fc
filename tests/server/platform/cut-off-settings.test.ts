import { expect, test } from 'vitest'
import { DEFAULT_CUT_OFFS } from '../../../src/domain/freight/cut-off.ts'
import { readConfig } from '../../../src/server/platform/config.ts'

const read = (CUT_OFFS: string) => readConfig({ CUT_OFFS }).cutOffs

test('cut-offs are times with a courier, a branch or both', () => {
  expect(read('15:30, nzpost 16:00,Christchurch 15:00 , nzpost christchurch 14:45')).toEqual([
    { time: '15:30', courier: null, branch: null },
    { time: '16:00', courier: 'nzpost', branch: null },
    { time: '15:00', courier: null, branch: 'christchurch' },
    { time: '14:45', courier: 'nzpost', branch: 'christchurch' },
  ])
  expect(readConfig({}).cutOffs).toEqual(DEFAULT_CUT_OFFS)
})

test.each(['16', '24:00', '15:60', 'nzpost', '15:30,', 'nzpost aramex 15:30', '15:30 nzpost'])(
  '%j is refused',
  (text) => expect(() => read(text)).toThrow(/CUT_OFFS.*must be times such as/),
)
