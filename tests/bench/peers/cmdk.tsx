import { Command } from 'cmdk'
import { createRoot } from 'react-dom/client'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'

/** cmdk as in its documentation: one item per record, with its own filter. */
export function mount(root: HTMLElement, records: IndexedRecord[]): void {
  createRoot(root).render(
    <Command label="Command palette">
      <Command.Input autoFocus />
      <Command.List style={{ height: 400, overflow: 'auto' }}>
        {records.map(({ code, name }) => (
          <Command.Item key={code} value={`${code} ${name}`}>
            {code} {name}
          </Command.Item>
        ))}
      </Command.List>
    </Command>,
  )
}
