import { createStore } from 'jotai'

/** The only jotai store: used directly outside of components, and through the Provider inside. */
export const store = createStore()
