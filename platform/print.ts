/** Writes a line for whoever runs a command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
