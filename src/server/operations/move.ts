import { runCommandLine } from './command-line.ts'
import { runMoveCommand } from './move-command.ts'

/** The command `npm run move`. */
await runCommandLine(async (words) => {
  process.stdout.write(await runMoveCommand(words, process.env))
})
