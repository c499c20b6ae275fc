import { afterEach, beforeEach, vi } from 'vitest'

/**
 * During each test all elements have a size, in pixels: happy-dom has no layout, so that no row would be visible. All
 * mocks are restored afterwards.
 */
export function setUpLayout({ width, height }: { width: number; height: number }): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  })
  afterEach(() => void vi.restoreAllMocks())
}
