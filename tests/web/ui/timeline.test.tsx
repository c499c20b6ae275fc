import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Timeline } from '../../../src/web/ui/timeline.tsx'

test.each([
  ['success', 'lucide-circle-check', 'text-dot-green'],
  ['warning', 'lucide-triangle-alert', 'text-dot-amber'],
  ['pending', 'lucide-circle', 'text-fg-off'],
  ['other', 'lucide-circle', 'text-fg-3'],
] as const)('an event of the type %s has the icon %s in %s', (type, icon, tone) => {
  render(
    <Timeline events={[{ id: '1', title: 'Created', type, date: '20/11/2026 09:04', place: 'Auckland' }]} />,
  )
  const step = screen.getByRole('listitem')
  expect(step.textContent).toBe('Created Auckland20/11/2026 09:04')
  expect([...(step.querySelector('svg')?.classList ?? [])]).toEqual(expect.arrayContaining([icon, tone]))
})
