import { writeFileSync } from 'node:fs'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { PROFILES } from '../src/server/import/profiles/all-profiles.ts'
import { SETTING_ROWS } from '../src/server/platform/setting-descriptions.ts'
import { exportsPage, keysPage, sentencesPage, settingsPage } from './generated-pages.ts'

/** `npm run docs`: writes the pages of `docs/generated` that repeat declarations: commands, sentences, profiles of exports, settings. */
write('keys.md', keysPage(COMMANDS, SECTIONS))
write('sentences.md', sentencesPage(COMMANDS))
write('exports.md', exportsPage(PROFILES))
write('settings.md', settingsPage(SETTING_ROWS))

function write(name: string, page: string): void {
  writeFileSync(new URL(`../docs/generated/${name}`, import.meta.url), page)
}
