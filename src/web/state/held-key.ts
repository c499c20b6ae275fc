import { atom } from 'jotai'

/**
 * Whether a key that moves the active row is held down. Its table marks each row at once; everything else that shows
 * the active row renders when the key is released or another one is pressed, because a render per repeat takes longer
 * on a slow PC than the time to the next one.
 */
export const isKeyHeldAtom = atom(false)
