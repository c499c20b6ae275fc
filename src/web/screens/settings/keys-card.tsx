import { useState } from 'react'
import { KeysList, KeysTools, moveBetweenLines } from '../../keyboard-help/keys-list.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'

/** The keys of all commands and the user's changes to them: the content of the `?` sheet. */
export function KeysCard() {
  const [text, setText] = useState('')
  return (
    <Card onKeyDown={moveBetweenLines}>
      <CardHeader>
        <CardTitle>Keys</CardTitle>
      </CardHeader>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-soft p-3">
        <KeysTools text={text} onText={setText} />
      </div>
      <div className="p-3">
        <KeysList text={text} />
      </div>
    </Card>
  )
}
