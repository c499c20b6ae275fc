import { type Profile, profileName } from '../src/server/import/profiles/profile.ts'

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
