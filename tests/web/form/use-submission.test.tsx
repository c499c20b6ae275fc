import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSubmission } from '../../../src/web/form/use-submission.ts'

function setUp(action: () => Promise<void>) {
  const onDone = vi.fn()
  const onFailed = vi.fn()
  const failureOf = (error: unknown) => ({ reason: String(error), field: null })
  const { result } = renderHook(() => useSubmission({ action, failureOf, onDone, onFailed }))
  return { result, onDone, onFailed }
}

test('sends once, however often it is pressed before the answer', async () => {
  let resolve = () => {}
  const action = vi.fn(
    () =>
      new Promise<void>((done) => {
        resolve = done
      }),
  )
  const { result, onDone } = setUp(action)
  act(() => {
    result.current.submit()
    result.current.submit()
  })
  expect(result.current.busy).toBe(true)
  act(() => result.current.submit())
  expect(action).toHaveBeenCalledTimes(1)
  await act(async () => resolve())
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(result.current).toMatchObject({ busy: false, failure: null })
})

test('says what went wrong, and can be sent again', async () => {
  const action = vi.fn().mockRejectedValueOnce('refused').mockResolvedValueOnce(undefined)
  const { result, onDone, onFailed } = setUp(action)
  await act(async () => result.current.submit())
  expect(result.current).toMatchObject({ busy: false, failure: { reason: 'refused', field: null } })
  expect(onFailed).toHaveBeenCalledTimes(1)
  expect(onDone).not.toHaveBeenCalled()
  await act(async () => result.current.submit())
  expect(result.current.failure).toBeNull()
  expect(onDone).toHaveBeenCalledTimes(1)
})
