import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Registers our font sizes. Without this, `text-small` would count as a colour and remove `text-fg-2`. */
const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['micro', 'small', 'body', 'panel', 'title', 'field'] }],
      rounded: [{ rounded: ['s', 'm', 'l', 'xl'] }],
      shadow: [{ shadow: ['1', '2', '3'] }],
    },
  },
})

/**
 * Joins class names. Of two Tailwind classes for one property, the later one wins. It is too large for the first script:
 * the components there join with `clsx`, and a class that replaces one of theirs ends with `!`.
 */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
