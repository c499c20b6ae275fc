import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SeenRecord } from '../../../src/web/record-index/record.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { openPalette } from '../../../src/web/state/palette.ts'
import { box, chosen, key, keyDown, setUpPalette, show } from './palette-on-screen.tsx'

vi.mock('../../../src/web/api/client.ts', async (actual) => ({ ...(await actual<object>()), send: vi.fn() }))

setUpPalette()

/** The frames that the console has asked for and not got. */
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

/** The open palette; from here on no frame begins by itself. */
async function open() {
  const shown = await show()
  await act(async () => openPalette())
  await screen.findByRole('combobox')
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
  return shown
}

test.each([
  ['before the frame that answers them', false],
  ['right after it began', true],
])('Enter %s does what is typed by then', async (_, framed) => {
  const { place } = await open()
  await act(async () => {
    openPalette('>quo')
    openPalette('>notes')
    if (framed) begin()
    keyDown(box(), 'Enter')
  })
  await waitFor(() => expect(place()).toBe('/notes'))
})

const named = (code: string, at: string): SeenRecord => ({
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
  ['a name: the row that stood there', [OLD], 'whang', 'whanga'],
  ['a code: that one, whatever stood there', [OLD, NEW], '1080', '108047'],
])('%s opens at once', async (_, records, before, typed) => {
  recordIndex.seen(records)
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
])(
  '%s opens no row that came in its place in this very moment, but does when it is seen',
  async (name, rest) => {
    recordIndex.seen([OLD])
    const { place } = await open()
    await act(async () => openPalette('whang'))
    expect(chosen()).toContain('108047')
    await act(async () => {
      recordIndex.seen([NEW])
      openPalette('whanga')
      keyDown(box(), name, rest)
    })
    expect(chosen()).toContain('108052')
    expect(place()).toBe('/orders')
    await act(async () => begin())
    await key(name, rest)
    await waitFor(() => expect(place()).toBe('/orders/108052'))
  },
)
