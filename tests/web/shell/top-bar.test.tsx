import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  document.head.replaceChildren()
})

/** Renders the bars of a console whose server has reported these couriers. */
async function showBars(couriers: string) {
  const meta = document.createElement('meta')
  meta.name = 'couriers'
  meta.content = couriers
  document.head.replaceChildren(meta)
  const { PhoneBar, TopBar } = await import('../../../src/web/shell/top-bar.tsx')
  render(<TopBar />)
  render(<PhoneBar title="Orders" drawerId="drawer" drawerOpen={false} onMenu={() => undefined} />)
}

describe('the top bar', () => {
  it('says on screens of every width that couriers are simulated', async () => {
    await showBars('simulated')
    expect(screen.getAllByText('Simulated courier')).toHaveLength(2)
  })

  it.each(['demo', 'gateway', '%COURIERS%'])('says nothing of couriers that are %s', async (couriers) => {
    await showBars(couriers)
    expect(screen.queryByText('Simulated courier')).toBeNull()
  })
})
