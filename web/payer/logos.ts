import { readFileSync } from 'node:fs'
import { operators } from '#domain/operators/operators.ts'

/** The logo of an operator, drawn into the page: on a slow line each file is a wait of its own. */
export function logoOf(code: string): string {
  return logos.get(code) ?? ''
}

const logos = new Map<string, string>(
  operators.map(({ code }) => {
    const address = new URL(import.meta.resolve(`#http/assets/${code}.svg`))
    return [code, readFileSync(address, 'utf8')]
  }),
)
