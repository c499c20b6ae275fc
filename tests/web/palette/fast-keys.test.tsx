import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { box, chosen, key, keyDown, rows, setUpPalette, show } from './on-screen.tsx'

setUpPalette()

/** Animation frames that the console has requested and that have not run. */
let frames: FrameRequestCallback[] = []
const begin = () => {
  for (const run of frames.splice(0)) run(0)
}

beforeEach(() => {
  frames = []
})
afterEach(() => {
  vi.restoreAllMocks()
  begin()
})

/** From now on, frames run only when the test says so. */
function holdFrames(): void {
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
}

/** Opens the palette and waits for its rows. */
async function open() {
  const shown = await show()
  await act(async () => openPalette())
  await screen.findAllByRole('option')
  holdFrames()
  return shown
}

test.each([
  ['before the frame that looks up the rows', false],
  ['right after it began', true],
])('Enter %s acts on the text typed by then', async (_, framed) => {
  const { place } = await open()
  await act(async () => {
    openPalette('>quo')
    openPalette('>notes')
    if (framed) begin()
    keyDown(box(), 'Enter')
  })
  await waitFor(() => expect(place()).toBe('/notes'))
})

const named = (code: string, at: string): IndexedRecord => ({
  kind: 'order',
  code,
  name: 'Whangārei Glass',
  contact: '',
  at,
  total: null,
  status: null,
})
const OLD = named('108047', '2026-11-01T00:00:00Z')
const NEW = named('108052', '2026-11-20T00:00:00Z')

test.each([
  ['a name: the row that was chosen before', [OLD], 'whang', 'whanga'],
  ['a code: its record, whichever row was chosen before', [OLD, NEW], '1080', '108047'],
])('%s opens at once', async (_, records, before, typed) => {
  recordIndex.add(records)
  const { place } = await open()
  await act(async () => openPalette(before))
  await act(async () => {
    openPalette(typed)
    keyDown(box(), 'Enter')
  })
  await waitFor(() => expect(place()).toBe('/orders/108047'))
})

test.each([
  ['Enter', {}],
  ['1', { altKey: true }],
])('%s takes no row that replaced the shown one, until it is shown itself', async (name, rest) => {
  recordIndex.add([OLD])
  const { place } = await open()
  await act(async () => openPalette('whang'))
  expect(chosen()).toContain('108047')
  await act(async () => {
    recordIndex.add([NEW])
    openPalette('whanga')
    keyDown(box(), name, rest)
  })
  expect(chosen()).toContain('108052')
  expect(place()).toBe('/orders')
  await act(async () => begin())
  await key(name, rest)
  await waitFor(() => expect(place()).toBe('/orders/108052'))
})

test('shows the field before the rows, and Enter takes no row that was not shown', async () => {
  const { place } = await open()
  await key('Escape')
  await act(async () => begin())
  recordIndex.add([OLD])
  recordIndex.opened(OLD, 1)
  await act(async () => openPalette())
  expect([document.activeElement, rows()]).toEqual([box(), []])
  await key('Enter')
  expect([place(), screen.queryByRole('dialog')]).toEqual(['/orders', expect.anything()])
  await act(async () => begin())
  expect(chosen()).toContain('108047')
  await key('Enter')
  await waitFor(() => expect(place()).toBe('/orders/108047'))
})

test('shows its rows when it is reopened while it closes', async () => {
  await open()
  await act(async () => {
    closePalette()
    openPalette('>notes')
  })
  await act(async () => begin())
  await waitFor(() => expect(chosen()).toContain('Notes'))
})
