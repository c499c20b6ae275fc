import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Tone } from '../../../src/domain/format/badge.ts'
import { Badge } from '../../../src/web/ui/badge.tsx'

const TONES: Tone[] = ['red', 'orange', 'amber', 'yellow', 'lime', 'green', 'sky', 'grey', 'neutral']

test.each(TONES)('a badge of the tone %s is in that colour alone', (tone) => {
  render(<Badge tone={tone}>Status</Badge>)
  const colours = [...screen.getByText('Status').classList].filter((name) =>
    /^(bg|text)-\w+-(bg|ink)$/.test(name),
  )
  expect(colours).toEqual([`bg-${tone}-bg`, `text-${tone}-ink`])
})
