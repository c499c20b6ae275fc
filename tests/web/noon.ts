import { afterEach, beforeEach, vi } from 'vitest'

/** During each test it is noon in Auckland on 20 November 2026, so that the day does not change. Timers are real. */
export function setUpNoon(): void {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-19T23:00:00.000Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
}
