import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from '../../../src/web/api/when-idle.ts'
import { WarmUpRender } from '../../../src/web/lib/warm-up-render.tsx'

/** Makes the browser idle immediately. */
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => queueMicrotask(run))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

test('renders once a page in idle time, with no effect and nothing in the document', async () => {
  const [drawn, effect, added] = [vi.fn(), vi.fn(), vi.fn()]
  function Scene() {
    drawn()
    useEffect(effect, [])
    return <p>Scene</p>
  }
  const load = vi.fn(async () => undefined)
  const stage = (
    <WarmUpRender load={load} whenIdle={whenIdle}>
      <Scene />
    </WarmUpRender>
  )
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) added(node.textContent)
  })
  const first = render(stage)
  watch.observe(document.body, { subtree: true, childList: true })
  await act(async () => undefined)
  expect(drawn).toHaveBeenCalled()
  first.unmount()
  render(stage)
  drawn.mockClear()
  await act(async () => undefined)
  expect(load).toHaveBeenCalledTimes(1)
  expect(drawn).not.toHaveBeenCalled()
  expect(effect).not.toHaveBeenCalled()
  expect(added).not.toHaveBeenCalledWith('Scene')
  watch.disconnect()
})
