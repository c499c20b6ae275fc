import { defineCommand } from './engine/command.ts'
import { sayNotAvailable, saysNotAvailable } from './engine/placeholders.ts'

const section = 'Notes, quotes and jobs'

export const otherCommands = [
  saysNotAvailable({
    id: 'note.new',
    title: 'New Note',
    section,
    icon: 'add',
    keywords: ['create', 'write'],
    place: ({ places }) => places.notes(),
  }),
  saysNotAvailable({
    id: 'quote.new',
    title: 'New Quote',
    section,
    icon: 'add',
    keywords: ['create', 'price'],
    place: ({ places }) => places.quotes(),
  }),
  defineCommand({
    id: 'job.new',
    title: 'New Job',
    section,
    icon: 'job',
    keywords: ['create', 'work', 'installation'],
    run: ({ effects, places }) => effects.navigate(places.newJob()),
  }),
  defineCommand({
    id: 'job.create',
    title: 'Create Job',
    section,
    icon: 'job',
    keywords: ['save', 'send'],
    target: 'job',
    fields: 'both',
    // The consignment form uses this key itself.
    hiddenWith: ['consignmentForm'],
    keys: ['mod+Enter'],
    hint: { label: 'Create Job', group: 'next' },
    run: (_, context) => sayNotAvailable(context),
  }),
  defineCommand({
    id: 'job.reset',
    title: 'Reset',
    section,
    icon: 'return',
    keywords: ['clear', 'empty', 'form'],
    target: 'job',
    run: (job) => job.reset(),
  }),
]
