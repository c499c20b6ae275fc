import { createStore } from 'jotai'

/** The one store: plain functions change it outside of components, the Provider hands it to those inside. */
export const store = createStore()
