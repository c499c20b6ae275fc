import type { Reporter, TestModule } from 'vitest/node'

/** Closes a run with one plain line, `N passed, N failed`, for readers that know no test runner. */
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
      // A file that does not load, or whose set-up throws, has failed though none of its tests ran.
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
    }
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  }
}
