import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
afterEach(cleanup)
// For a busy machine: what succeeds takes a moment.
configure({ asyncUtilTimeout: 15_000 })
