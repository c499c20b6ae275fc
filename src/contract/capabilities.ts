/**
 * What our server offers beyond section 7 of the specification (reading 49). The server names these in the page's
 * `<meta name="capabilities">`; the console calls nothing of a capability that the page does not name.
 * `book-once`: the same price booked again is the same consignment.
 */
export const CAPABILITIES = ['sessions', 'book-once'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Reads the content of the meta tag: names separated by spaces. Names of a newer server are passed over. */
export function readCapabilities(content: string): ReadonlySet<Capability> {
  const named = content.split(' ')
  return new Set(CAPABILITIES.filter((name) => named.includes(name)))
}
