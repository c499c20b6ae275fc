import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from '../../../src/web/ui/field.tsx'
import { Input } from '../../../src/web/ui/input.tsx'

test('connects label and control', () => {
  render(<Field label="Reference">{(control) => <Input {...control} />}</Field>)
  const input = screen.getByLabelText('Reference')
  expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual([null, null])
})

test('connects a message with its control', () => {
  render(
    <Field label="Date paid" error="Not a day">
      {(control) => <Input {...control} />}
    </Field>,
  )
  const input = screen.getByLabelText('Date paid')
  const message = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect([input.getAttribute('aria-invalid'), message?.textContent]).toEqual(['true', 'Not a day'])
})
