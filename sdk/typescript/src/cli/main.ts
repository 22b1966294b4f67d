#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { PaymentServiceError } from '../errors.ts'
import { type Command, commands, type Typed } from './commands.ts'
import { createOutput, type Output } from './output.ts'
import { UsageError } from './settings.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

process.exitCode = await main(process.argv.slice(2))

async function main(given: readonly string[]): Promise<number> {
  const output = createOutput(given.includes('--json'))
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: flag,
        help: flag,
        wait: flag,
        key: text,
        'base-url': text,
        'forward-to': text,
        events: text,
        label: text,
        secret: text,
        state: text,
        currency: text,
        phone: text,
        reference: text,
      },
    })
    const [name = 'help', ...words] = positionals
    const command = isKnown(name) ? commands[name] : undefined
    if (command === undefined || values.help === true) return help(output, name)
    checkWords(command, words)
    const read: Readonly<Record<string, unknown>> = values
    const option = (named: string) => (typeof read[named] === 'string' ? read[named] : undefined)
    const typed: Typed = { output, words, option, flag: (named) => read[named] === true }
    await command.run(typed)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return complain(output, error)
  }
}

/** Error: UsageError for words that would be ignored: `collect 1 000` is not a thousand. */
function checkWords({ usage, wordsMax }: Command, words: readonly string[]): void {
  const surplus = words[wordsMax]
  if (surplus !== undefined) throw new UsageError(`Not understood: ${surplus}. payments ${usage}`)
}

function isKnown(name: string): boolean {
  return Object.hasOwn(commands, name)
}

function help(output: Output, asked: string): number {
  const lines = Object.values(commands).map(
    ({ usage, about }) => `  payments ${usage}\n      ${about}`,
  )
  process.stdout.write(`${lines.join('\n')}\n\n  Everywhere: --json, --key KEY, --base-url URL\n`)
  if (asked === 'help' || isKnown(asked)) return 0
  output.note(`There is no command ${asked}.`)
  return 2
}

function complain(output: Output, error: unknown): number {
  const isUsage = error instanceof UsageError
  if (isUsage || error instanceof PaymentServiceError) {
    output.note(output.paint('red', error.message))
    return isUsage ? 2 : 1
  }
  if (!(error instanceof TypeError && 'code' in error)) throw error
  // What Node adds to it is about dashes.
  const [sentence] = error.message.split('. ')
  output.note(output.paint('red', `${sentence}. See payments --help.`))
  return 2
}
