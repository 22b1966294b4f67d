import { randomUUID } from 'node:crypto'
import { checkedAmount } from '../amounts.ts'
import { PaymentService } from '../client.ts'
import { doctor } from './doctor.ts'
import type { Forward } from './forward.ts'
import { listen } from './listen.ts'
import { type Output, transactionLine } from './output.ts'
import {
  keepSettings,
  labelOf,
  localLanguage,
  readSettings,
  stateFileOf,
  UsageError,
} from './settings.ts'
import { simulate } from './simulate.ts'
import { made, trigger } from './trigger.ts'

/** The arguments typed after a command. */
export interface Typed {
  readonly output: Output
  readonly words: readonly string[]
  option(name: string): string | undefined
  flag(name: string): boolean
}

export interface Command {
  readonly usage: string
  readonly about: string
  /** How many words it takes, options apart. */
  readonly wordsMax: number
  run(typed: Typed): Promise<unknown>
}

const sandboxPhone = '2290197001234'

/** Every command, by name. */
export const commands: Readonly<Record<string, Command>> = {
  login: {
    usage: 'login --base-url URL --key KEY',
    about: 'keep an address and a key',
    wordsMax: 0,
    run: login,
  },
  listen: {
    usage:
      'listen --forward-to URL [--events TYPES] [--label NAME] [--secret SECRET] [--state FILE]',
    about: 'pass events on to a server of this machine',
    wordsMax: 0,
    run: (typed) => listenTo(typed, forwardOf(typed)),
  },
  tail: {
    usage: 'tail [--events TYPES]',
    about: 'print events as they come',
    wordsMax: 0,
    run: (typed) => listenTo(typed, undefined),
  },
  trigger: {
    usage: 'trigger EVENT',
    about: `make ${made.join(', ')} happen, in sandbox, or send a sample of another to a webhook endpoint`,
    wordsMax: 1,
    run: triggered,
  },
  collect: {
    usage: 'collect AMOUNT [--currency XOF] [--phone NUMBER] [--reference REF] [--wait]',
    about: 'ask a payer for money',
    wordsMax: 1,
    run: (typed) => pay(typed, 'collections'),
  },
  payout: {
    usage: 'payout AMOUNT --phone NUMBER [--reference REF] [--wait]',
    about: 'send money to an authorized account',
    wordsMax: 1,
    run: (typed) => pay(typed, 'payouts'),
  },
  status: {
    usage: 'status ID [--wait]',
    about: 'read a transaction, or wait for its end',
    wordsMax: 1,
    run: status,
  },
  simulate: {
    usage: 'simulate ID succeed|fail|expire',
    about: 'choose the end of a sandbox payment that waits: a number that ends in 0003 or 0005',
    wordsMax: 2,
    run: (typed) => simulate(clientOf(typed), typed.output, typed.words),
  },
  doctor: {
    usage: 'doctor',
    about: 'check address, key, clock and events',
    wordsMax: 0,
    run: checked,
  },
  completion: {
    usage: 'completion bash|zsh',
    about: 'words for the shell to complete',
    wordsMax: 1,
    run: (typed) => Promise.resolve(completed(typed)),
  },
}

function clientOf(typed: Typed): PaymentService {
  return new PaymentService({ ...settingsOf(typed), language: localLanguage() })
}

/** Error: UsageError if there is none, or it cannot be a key or an address. */
function settingsOf(typed: Typed) {
  const [apiKey, baseUrl] = [typed.option('key'), typed.option('base-url')]
  const settings = readSettings({ ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) })
  try {
    void new PaymentService(settings)
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
  return settings
}

async function login(typed: Typed): Promise<void> {
  const settings = settingsOf(typed)
  const session = await new PaymentService({ ...settings, language: localLanguage() }).session()
  const file = keepSettings(settings)
  typed.output.say(
    `Logged in as ${session.service.name} (${session.mode}); kept in ${file}`,
    session,
  )
}

/** Error: UsageError if the address is missing, or is none. */
function forwardOf(typed: Typed): Forward {
  const url = typed.option('forward-to') ?? ''
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    const not = url && `, not ${url}`
    throw new UsageError(
      `Say where to: payments listen --forward-to http://127.0.0.1:4242/hooks${not}`,
    )
  }
  const stateFile = typed.option('state') ?? stateFileOf(settingsOf(typed).apiKey)
  const label = typed.option('label') ?? labelOf(stateFile)
  return { url, stateFile, label, secret: typed.option('secret') }
}

function listenTo(typed: Typed, forward: Forward | undefined): Promise<never> {
  const { output } = typed
  return listen({ client: clientOf(typed), output, types: typed.option('events'), forward })
}

async function pay(typed: Typed, kind: 'collections' | 'payouts'): Promise<void> {
  const client = clientOf(typed)
  const currency = typed.option('currency') ?? 'XOF'
  const amount = checkedAmount(amountOf(typed), currency)
  const phone = typed.option('phone') ?? (kind === 'collections' ? sandboxPhone : undefined)
  const base = {
    amount,
    currency,
    provider: 'auto',
    phone,
    reference: typed.option('reference') ?? `cli-${randomUUID()}`,
    ...(kind === 'collections' && { customer: { name: 'Awa Dossou', email: 'awa@example.com' } }),
  }
  const made = await client[kind].create(base as never)
  const shown = typed.flag('wait') ? await client.transactions.waitForFinal(made.id) : made
  typed.output.say(transactionLine(typed.output, shown), shown)
}

/** Error: UsageError if it is not a number. */
function amountOf({ words: [word = ''] }: Typed): number {
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word)
  throw new UsageError(`Say how much, as a number: 1000${word && `, not ${word}`}`)
}

async function status(typed: Typed): Promise<void> {
  const [id] = typed.words
  if (id === undefined) throw new UsageError('Say which: payments status ID')
  const { transactions } = clientOf(typed)
  const read = typed.flag('wait') ? transactions.waitForFinal(id) : transactions.read(id)
  const shown = await read
  typed.output.say(transactionLine(typed.output, shown), shown)
}

function triggered(typed: Typed): Promise<void> {
  return trigger(clientOf(typed), typed.output, typed.words[0])
}

function checked(typed: Typed): Promise<void> {
  return doctor(settingsOf(typed), typed.output)
}

function completed(typed: Typed): void {
  process.stdout.write(completionOf(typed.words[0] ?? 'bash', Object.keys(commands)))
}

const options =
  '--json --key --base-url --forward-to --events --label --secret --state --currency --phone --reference --wait --help'

/** A shell script that completes commands and options. Error: UsageError for an unsupported shell. */
function completionOf(shell: string, commands: readonly string[]): string {
  const words = `${commands.join(' ')} ${options}`
  if (shell === 'bash') return `complete -W "${words}" payments\n`
  if (shell === 'zsh') return `#compdef payments\n_arguments '*: :(${words})'\n`
  throw new UsageError('Completion is there for bash and zsh: payments completion bash')
}
