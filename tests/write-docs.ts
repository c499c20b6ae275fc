import { writeFileSync } from 'node:fs'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { keysPage } from './keys-table.ts'

/** `npm run docs`: writes `docs/generated/keys.md` from the declared commands. */
writeFileSync(new URL('../docs/generated/keys.md', import.meta.url), keysPage(COMMANDS, SECTIONS))
