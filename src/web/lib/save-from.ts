/** Saves the file at an address of this origin, or at an object URL, to the user's downloads. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
