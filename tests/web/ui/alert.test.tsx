import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Alert } from '../../../src/web/ui/alert.tsx'

// MSG-1
test.each([
  ['error', 'alert'],
  ['warning', 'status'],
  ['success', 'status'],
  ['info', 'status'],
] as const)('of the type %s is told as %s, with its title and text', (tone, role) => {
  render(
    <Alert tone={tone} title="Something went wrong.">
      Try again.
    </Alert>,
  )
  expect(screen.getByRole(role).textContent).toBe('Something went wrong.Try again.')
})

test('the types look different', () => {
  const looks = (['error', 'warning', 'success', 'info'] as const).map((tone) => {
    const { container, unmount } = render(<Alert tone={tone} />)
    const look = container.innerHTML
    unmount()
    return look
  })
  expect(new Set(looks).size).toBe(4)
})
