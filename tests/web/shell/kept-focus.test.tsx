import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeptFocus } from '../../../src/web/shell/shell.tsx'
import { DialogLayer, PopoverLayer } from '../layers.tsx'

afterEach(() => vi.restoreAllMocks())

const LAYERS = [
  ['dialog', DialogLayer],
  ['popover', PopoverLayer],
] as const

function Screen({ Layer }: { Layer: typeof DialogLayer }) {
  useKeptFocus()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <main>
        <h1>Screen</h1>
        <input aria-label="Field" disabled={busy} onKeyDown={() => setOpen(true)} />
      </main>
      {open && (
        <Layer>
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
          <button
            type="button"
            onClick={() => {
              setBusy(true)
              setOpen(false)
            }}
          >
            Save
          </button>
        </Layer>
      )}
    </>
  )
}

/** Opens the layer over the focused field, and presses a button in it. */
async function pressIn(Layer: typeof DialogLayer, name: string): Promise<void> {
  render(
    <MemoryRouter>
      <Screen Layer={Layer} />
    </MemoryRouter>,
  )
  const field = screen.getByLabelText('Field')
  field.focus()
  fireEvent.keyDown(field, { key: 'Enter' })
  const button = await screen.findByRole('button', { name })
  button.focus()
  // Browsers send this when the layer is removed.
  fireEvent.focusOut(button)
  fireEvent.click(button)
}

test.each(LAYERS)('a %s that closes returns the focus to its field at once', async (_, Layer) => {
  await pressIn(Layer, 'Close')
  expect(document.activeElement).toBe(screen.getByLabelText('Field'))
})

test.each(LAYERS)(
  'a %s whose field is disabled in the meantime leaves the focus on the heading',
  async (_, Layer) => {
    await pressIn(Layer, 'Save')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Screen' }))
  },
)

test('a focus that a layer has lost is left to the layer, even after the page is painted', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => {
    run(performance.now())
    return 0
  })
  await pressIn(({ children }) => <div role="dialog">{children}</div>, 'Close')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.activeElement).toBe(document.body)
})
