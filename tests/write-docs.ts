import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../commands/engine/command.ts'
import { COMMANDS } from '../commands/index.ts'
import { keysTable, withBlock } from './keys-table.ts'

/** `npm run docs`: writes the README's table of keys from the declarations. */
const readme = fileURLToPath(new URL('../README.md', import.meta.url))
writeFileSync(readme, withBlock(readFileSync(readme, 'utf8'), 'keys', keysTable(COMMANDS, SECTIONS)))
