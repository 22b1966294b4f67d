import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'

/** `npm run payments -- <verb>`: all operations commands, with help; each works like `npm run <verb>`. */
const verbs: Readonly<Record<string, string>> = {
  doctor: 'checks this installation, and says for each failure what to do (--json for scripts)',
  migrate:
    'migrates database and Temporal namespace to this version (--restored: after the database went back to an earlier moment)',
  api: 'serves API and pages until SIGTERM',
  worker: 'runs workflows and activities until SIGTERM',
  deploy: 'shows the versions of the workers, and sets which one new runs go to',
  reconcile: 'compares the database with Temporal’s runs, and repairs differences',
  'look-again': 'makes runs that ask for attention try again: <workflow id>… or --all',
  'erase-payer': 'erases a payer from old payments, which stay: <phone> [days]',
  'rate-age': 'shows or sets the maximum age of exchange rates: [<currency>|default <hours>]',
  staff: 'creates each of the first two administrators, or lets one back in: <e-mail> <name>',
  'operator-account':
    'sets or removes a service’s own account at an operator: set <environment id> < file, or remove',
  'rotate-master-key':
    'reseals everything under the first key of MASTER_KEY (--status: what is left)',
  'verify-audit': 'checks that the logs of people’s acts are unchanged: <log>=<number>:<hash>…',
  'codec-server': 'decrypts payloads for the Temporal UI',
  'search-value': 'prints how to find a merchant’s reference in the Temporal UI: <reference>',
}

const root = fileURLToPath(new URL('../../', import.meta.url))

async function main(): Promise<void> {
  const program = new Command('payments')
    .description(
      'Runs the payment service. Settings come from the environment: .env.example. The merchants’ command of the same name, with listen and collect, is in their library: docs/sdk.md.',
    )
    .showHelpAfterError()
  for (const [verb, what] of Object.entries(verbs)) {
    program
      .command(verb)
      .description(what)
      .argument('[words...]', 'as the verb wants them')
      .allowUnknownOption()
      .helpOption(false)
      .action((words: readonly string[]) => run(verb, words))
  }
  await program.parseAsync()
}

/** Runs the command from package.json in this process's place, with the same input, output, signals and exit code. */
async function run(verb: string, words: readonly string[]): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Scripts
  const [, , ...fixed] = scripts[verb]?.split(' ') ?? []
  const child = spawn(process.execPath, [...fixed, ...words], { cwd: root, stdio: 'inherit' })
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => child.kill(name))
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

interface Scripts {
  readonly scripts: Readonly<Record<string, string>>
}

await main()
