import { expect, test } from 'vitest'
import { readQuery } from '../../../src/web/palette/machine/state.ts'

test.each([
  ['', 'all', '', null],
  ['104823', 'all', '104823', '104823'],
  [' 104823 ', 'all', '104823', '104823'],
  ['#104823', 'orders', '104823', '#104823'],
  ['# SO-1045', 'orders', 'SO-1045', '#SO-1045'],
  ['>pack', 'commands', 'pack', null],
  ['>104823', 'commands', '104823', null],
  ['@tidewrack', 'customers', 'tidewrack', null],
  ['@10482', 'customers', '10482', '10482'],
  ['@ruth1@example.com', 'customers', 'ruth1@example.com', null],
  ['ruth1@example.com', 'all', 'ruth1@example.com', null],
  ['$PEX-20', 'products', 'PEX-20', 'PEX-20'],
  ['10', 'all', '10', null],
  ['pack', 'all', 'pack', null],
  ['3 rivers', 'all', '3 rivers', null],
])('%j', (typed, scope, text, code) => expect(readQuery(typed)).toEqual({ scope, text, code }))
