import { uncaught } from '#test/faults/scene.ts'
import type { Violation } from '#test/support/invariants.ts'
import type { Life } from '#test/chaos/slot.ts'

const rules = {
  noUncaught: 'no process complains of an error that nobody caught',
  nothingPersonal: 'I14 no process prints a key, or what is personal',
}

/** What is judged of the lines that the processes print, by name. */
export const outputRules: readonly string[] = Object.values(rules)

/** Of the load's payers, and the beginnings of every key. */
const personal =
  /awa@example\.com|Awa Dossou|(?<![\d.])22901\d{8}(?!\d)|(?:SK|PK)(?:LIVE|SANDBOX)_|tk_(?:live|test)_/

/** Judges what the processes have printed. */
export function judgeOutputs(lives: readonly Life[]): Violation[] {
  const found = (rule: string, pattern: RegExp): Violation[] =>
    lives.flatMap(({ name, output }) => {
      const line = output.split('\n').find((each) => pattern.test(each))
      return line === undefined ? [] : [{ rule, subject: `${name}: ${line.slice(0, shownMax)}` }]
    })
  return [...found(rules.noUncaught, uncaught), ...found(rules.nothingPersonal, personal)]
}

const shownMax = 300
