import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getOrder } from '../../../src/contract/orders.ts'
import { send } from '../../../src/web/api/client.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { jumpToCode } from '../../../src/web/palette/jump-to-code.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { GENEROUS } from '../../time-outs.ts'

import {
  answer,
  box,
  chosen,
  fail,
  isReady,
  key,
  owed,
  rows,
  setUpPalette,
  show,
  showTyped,
  write,
} from './on-screen.tsx'

vi.mock('../../../src/web/api/client.ts', async (actual) => ({ ...(await actual<object>()), send: vi.fn() }))

setUpPalette()

describe('a code', () => {
  test('in the index is read ahead, and opens at once without waiting for it', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('104823')
    await waitFor(() => expect([...owed.keys()]).toEqual(['104823']), GENEROUS)
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104823'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('not in the index waits for the server, says so, and opens', async () => {
    const { place } = await showTyped('104899')
    await waitFor(
      () =>
        expect(vi.mocked(send)).toHaveBeenCalledWith(
          getOrder,
          expect.objectContaining({ path: { code: '104899' } }),
        ),
      GENEROUS,
    )
    await key('Enter')
    expect(screen.getByRole('status').textContent).toContain('Opening 104899 when the server answers')
    expect(place()).toBe('/orders')
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })

  test('that no record has is reported, and has no row', async () => {
    const { place } = await showTyped('104899')
    expect(chosen()).toMatch(/^104899, Open/)
    await key('Enter')
    await fail('104899', 404)
    await screen.findByText('Failed to find the order, check the order ID and try again.', {
      selector: '[role=status]',
    })
    expect(place()).toBe('/orders')
    expect(screen.getByRole('listbox').textContent).toContain('No record with this code')
    expect(rows().some((row) => row.textContent?.includes('No record'))).toBe(false)
  })

  test('that is a part of one opens its only match once no record has it; an Enter before opens nothing', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('4823')
    expect(chosen()).toMatch(/^104823/)
    await key('Enter')
    expect(screen.getByRole('status').textContent).toContain('Opening 4823 when the server answers')
    await fail('4823', 404)
    await screen.findByText(/^Failed to find the order/, { selector: '[role=status]' })
    expect([place(), chosen()]).toEqual(['/orders', expect.stringMatching(/^104823/)])
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104823'))
  })

  test('that the server has beside a match is shown, and leaves the match chosen', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('10482')
    await answer('10482')
    await waitFor(() => expect(rows()[0]?.textContent).toMatch(/^10482/))
    expect(chosen()).toMatch(/^104823/)
    await key('Enter')
    expect([place(), chosen()]).toEqual(['/orders', expect.stringMatching(/^10482,/)])
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/10482'))
  })

  test('a failing server is reported, and Enter repeats the request', async () => {
    const { place } = await showTyped('104899')
    await key('Enter')
    await fail('104899', 503)
    await screen.findByText(/^Failed to find order details/, { selector: '[role=status]' })
    owed.clear()
    await key('Enter')
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })

  test('an edit cancels the pending Enter, and the late response opens nothing', async () => {
    const { place } = await showTyped('104899')
    await key('Enter')
    await write('1048990')
    await answer('104899')
    await answer('1048990')
    expect(place()).toBe('/orders')
    expect(box().getAttribute('value')).toBe('1048990')
  })

  test('Esc first cancels the pending Enter, then closes', async () => {
    const { place } = await showTyped('104899')
    await key('Enter')
    await key('Escape')
    expect(screen.getByRole('status').textContent).not.toContain('Opening')
    await answer('104899')
    expect(place()).toBe('/orders')
    await key('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opens the typed address, whatever code the response contains', async () => {
    const { place } = await showTyped('104899')
    vi.mocked(send).mockResolvedValueOnce(exampleOrder({ code: '104898' }))
    await write('104897')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104897'))
  })

  test('a scanned code that is not known opens the palette on it and waits', async () => {
    const { place } = await show()
    await act(async () => jumpToCode('104899'))
    await isReady()
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Opening 104899'))
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })
})
