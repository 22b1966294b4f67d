import { styleText } from 'node:util'

type Style = 'green' | 'red' | 'yellow' | 'dim' | 'bold'

/** Prints for people, with colours, or one JSON object per line. */
export interface Output {
  readonly isJson: boolean
  /** Prints a line for people, or the value for programs. */
  say(line: string, value: unknown): void
  /** Prints for people only, to standard error. */
  note(line: string): void
  paint(style: Style, text: string): string
}

/** Colours on a terminal only, and never with NO_COLOR. */
export function createOutput(isJson: boolean): Output {
  const isColoured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined
  return {
    isJson,
    say: (line, value) => void process.stdout.write(`${isJson ? JSON.stringify(value) : line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    paint: (style, text) => (isColoured ? styleText(style, text) : text),
  }
}

const styles: Readonly<Record<string, Style>> = {
  succeeded: 'green',
  failed: 'red',
  expired: 'red',
  cancelled: 'yellow',
  pending: 'yellow',
}

interface Shown {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly reference: string
  readonly failure?: { readonly code: string; readonly message: string } | null
}

/** A transaction on one line. */
export function transactionLine(output: Output, transaction: Shown): string {
  const { id, status, amount, currency, reference, failure } = transaction
  const why = failure ? ` ${failure.code}: ${failure.message}` : ''
  const painted = output.paint(styles[status] ?? 'dim', status)
  return `${id}  ${painted}  ${amount} ${currency}  ${output.paint('dim', reference)}${why}`
}
