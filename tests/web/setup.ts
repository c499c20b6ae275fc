import './api/fake-server.ts' // must be the first import: axios instances copy its adapter
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { PATIENT } from '../patience.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
afterEach(cleanup)
configure({ asyncUtilTimeout: PATIENT.timeout })
