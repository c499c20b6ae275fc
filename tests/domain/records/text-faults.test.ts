import { expect, test } from 'vitest'
import { codeFault } from '../../../src/domain/records/text-faults.ts'

test.each([
  ['104823', null],
  ['PIPE-20/RED #2', null],
  ['Kōwhai 1.5', null],
  ['..', 'may not be . or ..'],
  ['.', 'may not be . or ..'],
  ['...', null],
  ['A\nB', 'has an invisible character'],
  ['A\u007fB', 'has an invisible character'],
  ['A\u200bB', 'has an invisible character'],
  ['A\u2060B', 'has an invisible character'],
  ['A\u00adB', 'has an invisible character'],
  ['A\u3164B', 'has an invisible character'],
])('the code %j: %s', (code, fault) => expect(codeFault(code)).toBe(fault))
