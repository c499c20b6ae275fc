import type { Command } from '../commands/engine/command.ts'
import { grammarOf } from '../src/domain/sentences/arguments.ts'
import { sentenceOf } from '../src/domain/sentences/command-sentences.ts'
import { type Profile, profileName } from '../src/server/import/profiles/profile.ts'
import type { SettingRow } from '../src/server/platform/setting-descriptions.ts'

const NAMES: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

const INTRODUCTION = [
  '# Keys',
  '',
  'Every command with a key, in the order of the `?` sheet; `npm run docs` writes this page from `commands/`. Keys of a cell are alternatives; those with a space between them are pressed one after the other. On macOS, Ctrl is Cmd. Users can change keys and switch single letters off; [hotkeys](../hotkeys.md) describes how a key finds its command.',
  '',
]

/** A key as shown in the table: strokes separated by a space, modifiers joined by `+`. */
function shown(key: string): string {
  const strokes = key.split(' ').map((stroke) => {
    const names = stroke.split('+').map((name) => NAMES[name] ?? name)
    return names.map((name) => (names.length > 1 && name.length === 1 ? name.toUpperCase() : name)).join('+')
  })
  return `\`${strokes.join(' ')}\``
}

/** `docs/generated/keys.md`: all commands that have a key, by section. */
export function keysPage(commands: readonly Command[], sections: readonly string[]): string {
  const rows = sections.flatMap((section) =>
    commands
      .filter((command) => command.section === section && command.keys.length > 0)
      .map(
        ({ keys, title }, index) =>
          `| ${index === 0 ? section : ''} | ${keys.map(shown).join(' ')} | ${title} |`,
      ),
  )
  return `${[...INTRODUCTION, '| Where | Keys | What |', '|---|---|---|', ...rows].join('\n')}\n`
}

/** `docs/generated/sentences.md`: what may follow the verbs of commands in the palette. */
export function sentencesPage(commands: readonly Command[]): string {
  const rows = commands.flatMap(({ sentence, title, verbs }) => {
    if (sentence === null) return []
    const { arguments: declared, asks, verbs: spoken = [] } = sentenceOf(sentence)
    const phrases = [title, ...spoken, ...verbs].map((verb) => verb.toLowerCase().replace('…', ''))
    const named = [...new Set(phrases)]
    const values = grammarOf(declared).replaceAll('|', '\\|')
    return [`| ${title} | ${named.map(code).join(', ')} | ${values} | ${asks ?? ''} |`]
  })
  return [
    '# Sentences',
    '',
    'What may be typed in the palette with a record’s code, or for many commands with a list; `npm run docs` writes this page from the arguments that commands declare in `src/domain/sentences/`. Values may be left out and stand in any order; `?` after a verb shows the same. Where the last column is blank, Ctrl+Enter carries out what is understood as a whole; otherwise the dialog or the screen is shown first.',
    '',
    '| Command | Verbs | Values | Shown first because |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** `docs/generated/settings.md`: all settings of the server. */
export function settingsPage(settings: readonly SettingRow[]): string {
  return [
    '# Settings',
    '',
    'Every setting of the server; `npm run docs` writes this page from `src/server/platform/setting-descriptions.ts` and, for couriers, `courier-settings.ts`.',
    '',
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...settings.map((row) => `| ${row.names.map(code).join(', ')} | ${row.default} | ${row.meaning} |`),
    '',
  ].join('\n')
}

/** The text between `<!-- name … -->` and `<!-- /name -->`. */
export function blockOf(text: string, name: string): string {
  return new RegExp(`<!-- ${name}\\b[^>]*-->\\n([\\s\\S]*?)\\n?<!-- /${name} -->`).exec(text)?.[1] ?? ''
}

/** Replaces the text between `<!-- name … -->` and `<!-- /name -->`. */
export function withBlock(text: string, name: string, block: string): string {
  const pattern = new RegExp(`(<!-- ${name}\\b[^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  return text.replace(pattern, (_, open: string, close: string) => `${open}${block}\n${close}`)
}

/** The page with the columns of every known export: from where they are known, and which are guesses. */
export function exportsPage(profiles: readonly Profile[]): string {
  return [
    '# Columns of known exports',
    '',
    'Written by `npm run docs` from the profiles in `src/server/import/profiles`. A column that is *not kept* is known, and the console has no place for it.',
    ...profiles.flatMap(section),
    '',
  ].join('\n')
}

function section(profile: Profile): string[] {
  const { documented, assumed, packed, lines, source, signs } = profile
  const kept = namesIn(documented, (gives) => gives !== null)
  const numbered = packed ? [`\`${packed.prefix}1\`, \`${packed.prefix}2\` …`] : []
  return [
    '',
    `## ${profileName(profile)}`,
    '',
    `- **Source**: ${source}`,
    `- **Necessary**: ${signs.map(code).join(', ')}`,
    ...list(`Necessary in the file of the ${lines?.content}`, (lines?.signs ?? []).map(code)),
    ...list('Documented', [...kept.map(code), ...numbered]),
    ...list('Documented, not kept', namesIn(documented, (gives) => gives === null).map(code)),
    ...list('Assumed', namesIn(assumed, (gives) => gives !== null).map(code)),
    ...list('Assumed, not kept', namesIn(assumed, (gives) => gives === null).map(code)),
  ]
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`- **${title}**: ${items.join(', ')}`]
}

function namesIn(columns: Profile['documented'], isWanted: (gives: unknown) => boolean): string[] {
  return Object.entries(columns).flatMap(([name, gives]) => (isWanted(gives) ? name : []))
}

function code(name: string): string {
  return `\`${name}\``
}
