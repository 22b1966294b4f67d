import { counted } from '#platform/counted.ts'

/** The result of one check. */
export interface Finding {
  /** What was checked, in one or two words. */
  readonly check: string
  readonly state: 'ok' | 'warning' | 'failed'
  /** One line, without secrets. */
  readonly said: string
  /** What to do about a failure or warning. */
  readonly todo?: string
}

/** A finding that needs no action. */
export function finding(check: string, state: 'ok', said: string): Finding {
  return { check, state, said }
}

/** A finding that keeps the service from working. */
export function failed(check: string, said: string, todo: string): Finding {
  return { check, state: 'failed', said, todo }
}

/** A finding that somebody should look at. */
export function warned(check: string, said: string, todo: string): Finding {
  return { check, state: 'warning', said, todo }
}

/** The findings as lines for people, then their number. */
export function findingsText(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, said, todo }) => [
    `${marks[state]}  ${check}: ${said}`,
    ...(todo === undefined ? [] : [`        → ${todo}`]),
  ])
  const count = (state: Finding['state']): number =>
    findings.filter((each) => each.state === state).length
  return `${lines.join('\n')}\n${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${count('failed')} failed\n`
}

const marks = { ok: 'ok    ', warning: 'look  ', failed: 'FAILED' } as const

/** The first line of an error, cut to fit a table. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return (text.split('\n')[0] ?? '').slice(0, lineLengthMax)
}

const lineLengthMax = 200
