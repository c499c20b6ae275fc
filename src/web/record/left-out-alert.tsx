import type { Unreadable } from '../../contract/wire.ts'
import { leftOutLines } from '../../domain/records/left-out.ts'
import { Alert } from '../ui/alert.tsx'

/** Says that entries of a record could not be read (reading 55). */
export function LeftOutAlert({ unreadable }: { unreadable: Unreadable | undefined }) {
  const lines = leftOutLines(unreadable)
  if (lines.length === 0) return null
  return (
    <Alert tone="warning">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}
