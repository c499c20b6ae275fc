/** The text with its first letter in upper case, the rest as it came. */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
