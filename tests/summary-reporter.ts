import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with a plain line, `N passed, N failed`. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let failed = errors.length
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const state = test.result().state
        if (state === 'passed') passed += 1
        if (state === 'failed') failed += 1
      }
      // Counts files that failed to load or to set up, although none of their tests ran.
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  }
}
