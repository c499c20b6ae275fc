import { defineCommand } from './engine/command.ts'

const section = 'Console'
const capability = 'imports'

export const importCommands = [
  defineCommand({
    id: 'import.open',
    title: 'Import a file…',
    section,
    icon: 'import',
    keywords: ['load', 'csv', 'spreadsheet', 'excel', 'orders', 'customers', 'products'],
    verbs: ['import', 'import file', 'import a file', 'import orders', 'upload', 'upload file', 'load file'],
    capability,
    run: ({ effects }) => effects.openDialog({ name: 'import' }),
  }),
  defineCommand({
    id: 'import.stop',
    title: 'Stop the import',
    section,
    icon: 'cancel',
    keywords: ['file', 'load', 'cancel'],
    verbs: ['stop import', 'cancel import'],
    target: 'importRun',
    capability,
    failure: 'Failed to stop the import, please try again.',
    titleIn: ({ fileName }) => `Stop the import of ${fileName}`,
    async run({ stop }, { effects }) {
      await stop()
      effects.notify('info', 'The import stops after its present lot.')
    },
  }),
]
