import type { CommandId } from '../../../commands/index.ts'
import { CommandKeys } from '../commands/command-keys.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { TabsTrigger } from '../ui/tabs.tsx'

interface RecordTabProps {
  name: string
  title: string
  /** Id of the command that opens the tab. */
  command: CommandId
}

/** The tab of a record, with its key. */
export function RecordTab({ name, title, command }: RecordTabProps) {
  const { aria } = useKeys(command)
  return (
    <TabsTrigger value={name} aria-keyshortcuts={aria}>
      {title}
      <CommandKeys id={command} className="max-sm:hidden" />
    </TabsTrigger>
  )
}
