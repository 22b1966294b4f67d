import assert from 'node:assert/strict'
import { textOf } from '#test/deploy/read.ts'

/** How an alert's entry in docs/runbook.md is followed: by a script, by a command of ours, or by a person alone. */
export type RunbookAct =
  | { readonly script: string }
  | { readonly command: string }
  | { readonly byHand: string }

/** Reads the last paragraph of the alert's entry. */
export function runbookAct(alert: string): RunbookAct {
  const last = entryOf(alert).split('\n\n').at(-1) ?? ''
  const { script, command, byHand } = shape.exec(last)?.groups ?? {}
  if (script !== undefined) return { script }
  if (command !== undefined) return { command }
  assert.ok(byHand, `the entry of ${alert} ends with neither a script nor a reason`)
  return { byHand }
}

const shape = new RegExp(
  [
    String.raw`^Script: \[[\w-]+\.sh\]\(\.\.\/(?<script>deploy\/(?:runbook|drills)\/[\w-]+\.sh)\)`,
    '^Command: `npm run (?<command>[\\w-]+)`',
    '^By hand, because (?<byHand>.{20,})',
  ].join('|'),
)

function entryOf(alert: string): string {
  const entry = new RegExp(`^### ${alert}\n\n([^]*?)\n\n(?=##)`, 'm')
  return entry.exec(textOf('docs/runbook.md'))?.[1] ?? ''
}
