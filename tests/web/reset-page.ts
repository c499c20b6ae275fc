type Listening = Parameters<typeof window.addEventListener>

/**
 * Remembers the page as it is now. The returned function removes everything added since: listeners of the window,
 * stored values, elements and attributes.
 */
export function resetPage(): () => void {
  const { addEventListener } = window
  const added: Listening[] = []
  window.addEventListener = (...listening: Listening) => {
    added.push(listening)
    addEventListener(...listening)
  }
  return () => {
    window.addEventListener = addEventListener
    for (const listening of added) window.removeEventListener(...listening)
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    document.title = ''
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
  }
}
