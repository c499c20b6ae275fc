import { defineCommand } from './engine/command.ts'

const section = 'Printing'
const failure = 'Failed to print, try again.'

export const printingCommands = [
  defineCommand({
    id: 'printing.again',
    title: 'Print last job again',
    section,
    icon: 'print',
    keywords: ['reprint', 'repeat', 'label', 'copy'],
    verbs: ['reprint last', 'print again'],
    target: 'lastPrint',
    keys: ['shift+p'],
    hint: { label: 'Print again', group: 'act' },
    failure,
    run: ({ document }, { effects }) => effects.print(document),
  }),
  defineCommand({
    id: 'printing.elsewhere',
    title: 'Print last job on another printer',
    section,
    icon: 'print',
    keywords: ['printer', 'label', 'bench'],
    verbs: ['other printer', 'another printer'],
    target: 'lastPrint',
    capability: 'printing',
    run: ({ document }, { effects }) =>
      effects.openDialog({ name: 'choose-printer', choice: { kind: 'print', document } }),
  }),
  defineCommand({
    id: 'printing.in-browser',
    title: 'Print last job in the browser',
    section,
    icon: 'print',
    keywords: ['dialog', 'label', 'pdf'],
    target: 'lastPrint',
    capability: 'printing',
    failure,
    blocked: ({ document }) =>
      document.kind === 'test-label' ? 'The test label is for printers of the server' : null,
    run: ({ document }, { effects }) => effects.print(document, 'browser'),
  }),
  defineCommand({
    id: 'printing.test-label',
    title: 'Print test label',
    section,
    icon: 'label',
    keywords: ['ruler', 'calibrate', 'scale', 'size', 'offset'],
    verbs: ['test printer', 'test print'],
    capability: 'printing',
    failure,
    run: ({ effects }) => effects.print({ kind: 'test-label' }),
  }),
  defineCommand({
    id: 'workstation.label-printer',
    title: 'Choose label printer',
    section,
    icon: 'settings',
    keywords: ['workstation', 'bench', 'labels'],
    verbs: ['set printer', 'change printer', 'printer'],
    capability: 'printing',
    run: ({ effects }) => effects.openDialog({ name: 'choose-printer', choice: { kind: 'label-printer' } }),
  }),
  defineCommand({
    id: 'workstation.paper-printer',
    title: 'Choose A4 printer',
    section,
    icon: 'settings',
    keywords: ['workstation', 'paper', 'run sheet'],
    verbs: ['set printer', 'change printer', 'printer'],
    capability: 'printing',
    run: ({ effects }) => effects.openDialog({ name: 'choose-printer', choice: { kind: 'paper-printer' } }),
  }),
  defineCommand({
    id: 'workstation.print-when-booked',
    title: 'Turn printing when booked on or off',
    section,
    icon: 'settings',
    keywords: ['workstation', 'label', 'automatic'],
    verbs: ['print when booked', 'auto print'],
    run({ effects }) {
      const isOn = effects.toggleAtWorkstation('printWhenBooked')
      effects.notify('info', `Printing when booked is ${isOn ? 'on' : 'off'} at this workstation`)
    },
  }),
  defineCommand({
    id: 'workstation.sound',
    title: 'Turn sounds of the ship station on or off',
    section,
    icon: 'settings',
    keywords: ['workstation', 'beep', 'quiet', 'loud'],
    verbs: ['mute', 'sound', 'sounds'],
    run({ effects }) {
      const isOn = effects.toggleAtWorkstation('sound')
      effects.notify('info', `Sounds of the ship station are ${isOn ? 'on' : 'off'} at this workstation`)
    },
  }),
]
