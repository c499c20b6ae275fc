import type { Config } from 'tailwindcss'

const TONES = ['red', 'orange', 'amber', 'yellow', 'lime', 'green', 'sky', 'grey', 'neutral']

/** `red` → `bg-red-bg`, `text-red-ink`, `inset-ring-red-line`. */
function toneColours(): Record<string, string> {
  return Object.fromEntries(
    TONES.flatMap((tone) =>
      ['bg', 'ink', 'line'].map((part) => [`${tone}-${part}`, `var(--${tone}-${part})`]),
    ),
  )
}

/** Every utility takes its value from `src/web/tokens.css`; the palette of Tailwind itself is replaced. */
export default {
  content: ['./index.html', './src/web/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      bg: 'var(--bg)',
      surface: 'var(--surface)',
      'surface-2': 'var(--surface-2)',
      raised: 'var(--raised)',
      hover: 'var(--hover)',
      'hover-raised': 'var(--hover-raised)',
      'current-entry': 'var(--current)',
      scrim: 'var(--scrim)',
      line: 'var(--line)',
      'line-soft': 'var(--line-soft)',
      'line-field': 'var(--line-field)',
      'line-control': 'var(--line-control)',
      fg: 'var(--text)',
      'fg-2': 'var(--text-2)',
      'fg-3': 'var(--text-3)',
      'fg-off': 'var(--text-off)',
      accent: 'var(--accent)',
      'accent-hover': 'var(--accent-hover)',
      'accent-ink': 'var(--accent-ink)',
      'accent-soft': 'var(--accent-soft)',
      'accent-tint': 'var(--accent-tint)',
      'on-accent': 'var(--on-accent)',
      mark: 'var(--mark-ink)',
      danger: 'var(--danger)',
      'danger-ink': 'var(--danger-ink)',
      key: 'var(--key)',
      'key-line': 'var(--key-line)',
      'dot-green': 'var(--dot-green)',
      'dot-amber': 'var(--dot-amber)',
      'dot-red': 'var(--dot-red)',
      'dot-grey': 'var(--dot-grey)',
      ...toneColours(),
    },
    fontFamily: { ui: 'var(--font-ui)', mono: 'var(--font-mono)' },
    fontSize: {
      micro: ['11px', { lineHeight: '16px', fontWeight: '500' }],
      small: ['12px', { lineHeight: '16px' }],
      body: ['13px', { lineHeight: '20px' }],
      panel: ['15px', { lineHeight: '22px', fontWeight: '600' }],
      title: ['17px', { lineHeight: '24px', fontWeight: '600', letterSpacing: '-0.014em' }],
      field: ['16px', { lineHeight: '24px' }],
    },
    borderRadius: {
      none: '0',
      full: '9999px',
      s: 'var(--r-s)',
      m: 'var(--r-m)',
      l: 'var(--r-l)',
      xl: 'var(--r-xl)',
    },
    boxShadow: { none: 'none', 1: 'var(--shadow-1)', 2: 'var(--shadow-2)', 3: 'var(--shadow-3)' },
    screens: { sm: '768px' },
  },
} satisfies Config
