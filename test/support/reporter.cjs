// Mocha's spec report, plus the counts of each file for the last line of `npm test`, written to a given file.
const { writeFileSync } = require('node:fs')
const { relative } = require('node:path')
const { reporters, Runner } = require('mocha')

const lingerMsMax = 10_000
const events = Runner.constants

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const path = options.reporterOption?.counts
    const counts = {}
    const count = (kind) => (test) => {
      const file = relative(process.cwd(), test.file ?? '')
      counts[file] ??= { passed: 0, failed: 0, skipped: 0 }
      counts[file][kind] += 1
    }
    runner.on(events.EVENT_TEST_PASS, count('passed'))
    runner.on(events.EVENT_TEST_FAIL, count('failed'))
    runner.on(events.EVENT_TEST_PENDING, count('skipped'))
    runner.once(events.EVENT_RUN_END, () => {
      if (path !== undefined) writeFileSync(path, JSON.stringify(counts))
      endSoon()
    })
  }
}

/** A test that failed half way may leave something open that would keep the run from ending. */
function endSoon() {
  const timer = setTimeout(() => {
    console.log(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}.`)
    process.exit()
  }, lingerMsMax)
  timer.unref()
}
