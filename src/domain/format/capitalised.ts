/** The text with an upper-case first letter; the rest is unchanged. */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
