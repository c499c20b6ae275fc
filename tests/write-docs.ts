import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { keysTable, withBlock } from './keys-table.ts'

/** `npm run docs`: writes the table of `docs/keys.md` from the declared commands. */
const path = fileURLToPath(new URL('../docs/keys.md', import.meta.url))
writeFileSync(path, withBlock(readFileSync(path, 'utf8'), 'keys', keysTable(COMMANDS, SECTIONS)))
