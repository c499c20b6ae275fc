import { defineCommand } from './engine/command.ts'

const section = 'Console'

export const sessionCommands = [
  defineCommand({
    id: 'keys.show',
    title: 'All keys',
    section,
    icon: 'keys',
    verbs: ['shortcuts', 'keyboard', 'help', 'hotkeys', 'remap', 'keys', 'change keys'],
    keys: ['?'],
    hint: { label: 'All keys', group: 'always' },
    run: ({ effects }) => effects.openDialog({ name: 'keys' }),
  }),
  defineCommand({
    id: 'keys.toggle-single',
    title: 'Turn single-letter keys on or off',
    section,
    icon: 'keys',
    keywords: ['shortcuts', 'accessibility', 'letters'],
    run({ singleKeys, effects }) {
      effects.setSingleKeys(!singleKeys)
      effects.notify('info', `Single-letter keys are ${singleKeys ? 'off' : 'on'}`)
    },
  }),
  defineCommand({
    id: 'theme.toggle',
    title: 'Switch theme',
    section,
    icon: 'theme',
    keywords: ['colour', 'mode'],
    verbs: ['dark', 'light', 'night', 'theme', 'dark mode', 'light mode'],
    run: ({ effects }) => effects.toggleTheme(),
  }),
  defineCommand({
    id: 'sessions.end-others',
    title: 'End all other sessions',
    section,
    icon: 'sign-out',
    keywords: ['sign out', 'devices', 'browsers', 'everywhere'],
    target: 'sessions',
    capability: 'sessions',
    blocked: ({ others }) => (others === 0 ? 'There are no other sessions' : null),
    failure: 'Failed to end the other sessions, try again.',
    async run({ others, endOthers }, { effects }) {
      await endOthers()
      effects.notify('success', others === 1 ? '1 session ended' : `${others} sessions ended`)
    },
  }),
  defineCommand({
    id: 'session.sign-out',
    title: 'Sign out',
    section,
    icon: 'sign-out',
    verbs: ['log out', 'logout', 'log off', 'logoff', 'leave'],
    run: ({ effects, places }) => effects.navigate(places.signOut()),
  }),
]
