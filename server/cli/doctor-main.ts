import { commandWord } from '#platform/command-words.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { checkDatabase } from './doctor/database.ts'
import { type Finding, failed, finding, findingsText } from './doctor/finding.ts'
import { checkInstallation, checkSettings } from './doctor/settings.ts'
import { checkPaths } from './doctor/paths.ts'
import { checkTemporal } from './doctor/temporal.ts'

/**
 * `npm run doctor [-- --json]`: checks an installation from the machine it runs on, changes nothing, and gives a
 * remedy for each failure. Exits with 0 if all is well; warnings do not count as failures.
 */
async function main(): Promise<number> {
  const isJson = commandWord('npm run doctor [-- --json]', '--json') !== undefined
  const findings = await allFindings()
  process.stdout.write(isJson ? `${JSON.stringify({ findings })}\n` : findingsText(findings))
  return findings.some(({ state }) => state === 'failed') ? 1 : 0
}

async function allFindings(): Promise<readonly Finding[]> {
  const env = readOrTell()
  if (Array.isArray(env)) return env
  const groups = await Promise.all([
    checkDatabase(env),
    checkTemporal(env),
    checkInstallation(env),
    checkPaths(env),
  ])
  const read = finding('environment', 'ok', 'each variable can be read')
  return [read, ...checkSettings(env), ...groups.flat()]
}

function readOrTell(): ReturnType<typeof readCommandEnv> | Finding[] {
  try {
    return readCommandEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.problems.map((problem) =>
      failed(
        'environment',
        problem,
        'Set it as .env.example says, or in the file that <name>_FILE names.',
      ),
    )
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => exitOnEnvError(error),
)
