import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { keyDown, setUpPalette, show } from './on-screen.tsx'

const chunk = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrived, arrive }
})

vi.mock('../../../src/web/palette/palette.tsx', async (actual) => {
  await chunk.arrived
  return actual<object>()
})

setUpPalette()

test('no key typed while the palette is being loaded is lost, Enter neither', async () => {
  recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
  const { place } = await show()
  for (const name of [...'10482', 'x', 'Backspace', '3', 'Enter']) {
    await act(async () => keyDown(document.body, name))
  }
  expect(screen.queryByRole('combobox')).toBeNull()
  await act(async () => chunk.arrive())
  await waitFor(() => expect(place()).toBe('/orders/104823'))
})
