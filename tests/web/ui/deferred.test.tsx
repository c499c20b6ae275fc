import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deferred } from '../../../src/web/ui/deferred.tsx'

interface PanelProps {
  name: string
  onClose?: () => void
}
const Panel = ({ name }: PanelProps) => <p>Panel {name}</p>

test('renders nothing until its chunk is loaded, and then at once', async () => {
  const load = vi.fn(async () => Panel)
  const { Component } = deferred(load)
  const { container } = render(<Component name="one" />)
  expect(container.textContent).toBe('')
  expect(await screen.findByText('Panel one')).toBeTruthy()
  render(<Component name="two" />)
  expect(screen.getByText('Panel two')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('renders in the first frame when preloaded', async () => {
  const { Component, preload } = deferred(async () => Panel)
  await act(async () => preload())
  render(<Component name="one" />)
  expect(screen.getByText('Panel one')).toBeTruthy()
})

test('tries again after a failure', async () => {
  const load = vi.fn(async () => Panel)
  load.mockRejectedValueOnce(new Error('offline'))
  const { Component, preload } = deferred(load)
  await act(async () => preload())
  render(<Component name="one" />)
  expect(await screen.findByText('Panel one')).toBeTruthy()
})

test('closes when it cannot be loaded, so that no invisible layer stays open', async () => {
  const close = vi.fn()
  const { Component } = deferred<PanelProps>(() => Promise.reject(new Error('offline')))
  render(<Component name="one" onClose={close} />)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
})
