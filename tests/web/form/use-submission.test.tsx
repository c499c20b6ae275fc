import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSubmission } from '../../../src/web/form/use-submission.ts'

function setUp(action: () => Promise<void>) {
  const onDone = vi.fn()
  const onFailed = vi.fn()
  const failureOf = (error: unknown) => ({ reason: String(error), field: null })
  const { result, unmount } = renderHook(() =>
    useSubmission({ label: 'the form', action, failureOf, onDone, onFailed }),
  )
  return { result, unmount, onDone, onFailed }
}

test('sends once, however often it is pressed before the response', async () => {
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
  expect(onDone).toHaveBeenCalledExactlyOnceWith(undefined, true)
  expect(result.current).toMatchObject({ busy: false, failure: null })
})

test('shows the failure, and can be sent again', async () => {
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

test.each([
  ['done', async () => undefined],
  ['failed', () => Promise.reject(new Error('refused'))],
])('a user who has left the form is notified elsewhere that it is %s', async (outcome, action) => {
  const { result, unmount, onDone, onFailed } = setUp(action)
  await act(async () => {
    result.current.submit()
    unmount()
  })
  if (outcome === 'done') expect(onDone).toHaveBeenCalledExactlyOnceWith(undefined, false)
  else expect(onFailed).toHaveBeenCalledExactlyOnceWith(false)
})
