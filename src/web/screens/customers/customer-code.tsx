import { Copy } from 'lucide-react'
import type { CustomerRow } from '../../../contract/customers.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { commandContext } from '../../commands/context.ts'
import { runCommand } from '../../commands/run.ts'

/** Whether the code can be copied: browsers allow access to the clipboard only in a secure context. */
function isCopyable(code: string): boolean {
  return nonBlank(code) !== null && 'clipboard' in navigator
}

/** A customer's code in a row. A click copies it, if possible, and does not open the row (reading 45). */
export function CustomerCode({ customer }: { customer: CustomerRow }) {
  if (!isCopyable(customer.code)) return <code>{customer.code}</code>
  const copy = () => {
    const context = commandContext()
    runCommand('customer.copy-code', 'button', { ...context, targets: { ...context.targets, customer } })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      title="Copy"
      // Keeps the focus in the rows.
      onMouseDown={(event) => event.preventDefault()}
      onClick={copy}
      className="group/code relative z-1 -mx-1 inline-flex h-6 items-center gap-1.5 rounded-s px-1 hover:bg-hover-raised"
    >
      <code>{customer.code}</code>
      <Copy aria-hidden="true" className="icon-14 text-fg-3 opacity-0 group-hover/code:opacity-100" />
    </button>
  )
}
