import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Without this, `text-small` would be taken for a colour and drop `text-fg-2`. */
const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['micro', 'small', 'body', 'panel', 'title', 'field'] }],
      rounded: [{ rounded: ['s', 'm', 'l', 'xl'] }],
      shadow: [{ shadow: ['1', '2', '3'] }],
    },
  },
})

/** Joins class names; of two Tailwind classes for the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
