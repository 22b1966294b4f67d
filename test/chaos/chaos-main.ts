import { OptionError, readOptions } from './options.ts'
import { reportOf } from './report.ts'
import { runChaos } from './run.ts'
import { print } from '#platform/print.ts'

// `npm run chaos`: hurts a service of its own for some minutes, and tells whether any promise was broken (docs/chaos.md).

try {
  const outcome = await runChaos(readOptions(process.argv.slice(2), process.env), print)
  reportOf(outcome).forEach(print)
  process.exit(outcome.violations.length === 0 ? 0 : 1)
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
