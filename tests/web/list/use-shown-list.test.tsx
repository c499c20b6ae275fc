import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useShownList } from '../../../src/web/list/use-list-rows.ts'

interface Props {
  address: string
  answer: string[] | undefined
}

function setUp(initialProps: Props) {
  return renderHook(({ address, answer }: Props) => useShownList(address, answer), { initialProps })
}

test('shows nothing before the first response, and a cached response at once', () => {
  expect(setUp({ address: '/a', answer: undefined }).result.current).toBeNull()
  expect(setUp({ address: '/a', answer: ['1'] }).result.current).toEqual({ address: '/a', answer: ['1'] })
})

test('keeps the rows of the old address, under that address, until those of the new one are loaded', () => {
  const { result, rerender } = setUp({ address: '/a', answer: ['1'] })
  rerender({ address: '/b', answer: undefined })
  expect(result.current).toEqual({ address: '/a', answer: ['1'] })
  rerender({ address: '/b', answer: ['2'] })
  expect(result.current).toEqual({ address: '/b', answer: ['2'] })
})

test('takes newer rows of the same address', () => {
  const { result, rerender } = setUp({ address: '/a', answer: ['1'] })
  rerender({ address: '/a', answer: ['1', '2'] })
  expect(result.current?.answer).toEqual(['1', '2'])
})
