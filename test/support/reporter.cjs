// Mocha's own readable report, and the counts for the last line of `npm test` in the file it is told.
const { writeFileSync } = require('node:fs')
const { reporters, Runner } = require('mocha')

const lingerMsMax = 10_000

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const path = options.reporterOption?.counts
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = runner.stats
      const counts = { passed: passes, failed: failures, skipped: pending }
      if (path !== undefined) writeFileSync(path, JSON.stringify(counts))
      endSoon()
    })
  }
}

/** A test that failed half way may leave open what would keep the run from ever ending. */
function endSoon() {
  const timer = setTimeout(() => {
    console.log(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}.`)
    process.exit()
  }, lingerMsMax)
  timer.unref()
}
