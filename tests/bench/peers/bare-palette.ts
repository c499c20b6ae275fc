/** Number of rows that our palette shows. */
const IN_VIEW = 13

/** The minimum that a page can do: rows that repeat the typed text without a search. */
export function mount(root: HTMLElement): void {
  const input = document.createElement('input')
  const list = document.createElement('div')
  list.role = 'listbox'
  list.append(
    ...Array.from({ length: IN_VIEW }, () => {
      const option = document.createElement('div')
      option.role = 'option'
      return option
    }),
  )
  input.addEventListener('input', () => {
    for (const option of list.children) option.textContent = `${input.value} and a name of some length`
  })
  root.append(input, list)
}
