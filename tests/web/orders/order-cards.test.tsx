import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StatusCard } from '../../../src/web/screens/orders/order-cards.tsx'
import { orderOf } from './order-of.ts'

const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent

test('details of payment and collection are shown once they are recorded', () => {
  render(<StatusCard order={orderOf('104823', { payment_reference: 'EFT 7', collected_by: 'Tama' })} />)
  expect([fact('Payment reference'), fact('Collected by')]).toEqual(['EFT 7', 'Tama'])
})

test.each([
  ['nothing was recorded', { payment_reference: null, collected_by: ' ' }],
  ['another back end has no such fields', {}],
])('no such detail is shown if %s', (_, parts) => {
  render(<StatusCard order={orderOf('104823', parts)} />)
  expect(fact('Payment')).toBe('Bank Transfer')
  expect([fact('Payment reference'), fact('Collected by')]).toEqual([undefined, undefined])
})
