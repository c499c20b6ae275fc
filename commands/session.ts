import { defineCommand } from './engine/command.ts'

const section = 'Console'

export const sessionCommands = [
  defineCommand({
    id: 'keys.show',
    title: 'All keys',
    section,
    icon: 'keys',
    keywords: ['shortcuts', 'keyboard', 'help', 'hotkeys'],
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
    keywords: ['theme', 'colour', 'night', 'mode'],
    run: ({ effects }) => effects.toggleTheme(),
  }),
  defineCommand({
    id: 'sessions.end-others',
    title: 'End all other sessions',
    section,
    icon: 'sign-out',
    keywords: ['sign out', 'devices', 'browsers', 'everywhere'],
    target: 'sessions',
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
    keywords: ['log out', 'logout', 'leave'],
    run: ({ effects, places }) => effects.navigate(places.signOut()),
  }),
]
