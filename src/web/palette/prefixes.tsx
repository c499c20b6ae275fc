import { Kbd } from '../ui/keycap.tsx'

const PREFIXES = [
  { key: '>', words: 'commands' },
  { key: '#', words: 'orders' },
  { key: '@', words: 'customers' },
  { key: '$', words: 'products' },
]

/** What narrows the palette. */
export function PalettePrefixes() {
  return (
    <span aria-hidden="true" className="flex gap-3 text-small text-fg-3 max-sm:hidden">
      {PREFIXES.map(({ key, words }) => (
        <span key={key} className="inline-flex items-center gap-[5px]">
          <Kbd>{key}</Kbd>
          {words}
        </span>
      ))}
    </span>
  )
}
