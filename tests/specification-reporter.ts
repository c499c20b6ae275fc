import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { readRequirements, securityLines } from './security-table.ts'
import { readRows, readTable, tableLines, wrongIn } from './specification-table.ts'

/**
 * Checks `specification.md` and `docs/security.md` after a run: in each file that has run, every named test exists
 * by its exact title and was not skipped. Titles of parametrised tests exist only at run time.
 */
export class SpecificationReporter implements Reporter {
  private partial = false

  onInit(vitest: Vitest): void {
    this.partial = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.partial) return
    const rows = [...readRows(tableLines(readTable())), ...readRequirements(securityLines())]
    const wrong = modules.flatMap((module) => wrongIn(rows, fileOf(module), namesOf(module)))
    if (wrong.length === 0) return
    process.stderr.write(
      `\ntests/specification.md or docs/security.md names what did not run:\n${wrong.join('\n')}\n`,
    )
    process.exitCode = 1
  }
}

const fileOf = (module: TestModule) => module.relativeModuleId.replace(/^tests\//, '')

function namesOf({ children }: TestModule): string[] {
  const ran = Array.from(children.allTests()).filter((test) => test.result().state !== 'skipped')
  return [...ran, ...children.allSuites()].map(({ fullName }) => fullName)
}
