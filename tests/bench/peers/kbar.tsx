import { KBarPortal, KBarProvider, KBarResults, KBarSearch, useKBar, useMatches } from 'kbar'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'

function Results() {
  const { results } = useMatches()
  return (
    <KBarResults
      items={results}
      onRender={({ item }) => <div style={{ height: 32 }}>{typeof item === 'string' ? item : item.name}</div>}
    />
  )
}

function Opened() {
  const { query } = useKBar()
  useEffect(() => query.toggle(), [query])
  return (
    <KBarPortal>
      <KBarSearch />
      <Results />
    </KBarPortal>
  )
}

/** kbar as in its documentation, open from the start. */
export function mount(root: HTMLElement, records: IndexedRecord[]): void {
  const actions = records.map(({ code, name }) => ({ id: code, name: `${code} ${name}`, perform() {} }))
  createRoot(root).render(
    <KBarProvider actions={actions}>
      <Opened />
    </KBarProvider>,
  )
}
