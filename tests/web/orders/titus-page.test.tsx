import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { OrderFreight } from '../../../src/web/screens/orders/order-freight.tsx'
import { orderOf } from './order-of.ts'

const nothing = () => undefined

/** The Freight tab of a shipped order of a courier with this tracking address. */
function showShipped(tracking_company: string, tracking_url: string): void {
  const order = orderOf('104823', {
    status: 'Shipped',
    dates: { shipped_at: '2026-11-19T20:06:00Z' },
    freight: { is_pickup: false, tracking_company, tracking_code: 'T1', tracking_url },
  })
  render(
    <MemoryRouter>
      <OrderFreight order={order} onLeave={nothing} agreed={false} onAgree={nothing} />
    </MemoryRouter>,
  )
  screen.getByRole('heading', { name: 'Tracking details' })
}

const frames = () => Array.from(document.querySelectorAll('iframe'), (frame) => frame.getAttribute('src'))

// ORD-25
test.each([
  ['the host itself', 'https://track.titus.example/T1'],
  ['a host under it', 'https://nz.track.titus.example/T1'],
])('embeds the page of titus at %s: %s', (_, url) => {
  showShipped('titus', url)
  expect(frames()).toEqual([url])
  expect(document.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
})

test.each([
  ['another host that ends alike', 'https://eviltrack.titus.example.com/T1'],
  ['a host that only contains it', 'https://track.titus.example.evil.test/T1'],
  ['no https', 'http://track.titus.example/T1'],
  ['a script', 'javascript:alert(1)//track.titus.example'],
  ['a user name that looks like it', 'https://track.titus.example@evil.test/'],
])('embeds nothing of titus at %s: %s', (_, url) => {
  showShipped('titus', url)
  expect(frames()).toEqual([])
  expect(document.querySelector('a[href^="javascript:"]')).toBeNull()
})

test('embeds nothing for another courier with the address of titus', () => {
  showShipped('nzpost', 'https://track.titus.example/T1')
  expect(frames()).toEqual([])
})
