import type { ReactNode } from 'react'
// Not from `react`, which is ten times as large.
import { Fragment } from 'react/jsx-runtime'

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character)

/** Style properties whose numbers have no unit do not occur here. */
function styleOf(style: object): string {
  return Object.entries(style)
    .map(([name, value]) => {
      const property = name.startsWith('--')
        ? name
        : name.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)
      return `${property}:${typeof value === 'number' && value !== 0 ? `${value}px` : String(value)}`
    })
    .join(';')
}

const NAMES: Record<string, string> = { className: 'class', tabIndex: 'tabindex', colSpan: 'colspan' }

function attribute(name: string, value: unknown): string {
  if (name === 'children' || value === undefined || value === null || typeof value === 'function') return ''
  if (name === 'style') return typeof value === 'object' ? ` style="${escaped(styleOf(value))}"` : ''
  // React omits a false attribute, except for those whose false is a statement.
  if (value === false && !/^(aria-|data-|draggable)/.test(name)) return ''
  return ` ${NAMES[name] ?? name}="${value === true && !/^(aria-|data-|draggable)/.test(name) ? '' : escaped(String(value))}"`
}

/**
 * The HTML of elements whose components are functions without hooks, as React draws them: for what the page shows
 * before React has loaded. Handlers are left out. Elements without an end tag are not supported.
 * @throws TypeError for any other component
 */
export function htmlOf(node: ReactNode): string {
  if (typeof node === 'string') return escaped(node)
  if (typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map((child: ReactNode) => htmlOf(child)).join('')
  if (!isElement(node)) return ''
  const { type, props } = node
  if (type === Fragment) return htmlOf(props.children)
  if (typeof type === 'string') {
    const attributes = Object.entries(props).map(([name, value]) => attribute(name, value))
    return `<${type}${attributes.join('')}>${htmlOf(props.children)}</${type}>`
  }
  if (!isPlain(type)) throw new TypeError('Only functions without hooks can be drawn without React.')
  return htmlOf(type(props))
}

interface PlainElement {
  type: unknown
  props: { children?: ReactNode }
}

function isElement(node: unknown): node is PlainElement {
  return typeof node === 'object' && node !== null && 'type' in node && 'props' in node
}

function isPlain(type: unknown): type is (props: object) => ReactNode {
  return typeof type === 'function'
}
