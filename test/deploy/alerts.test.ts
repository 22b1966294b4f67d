import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { givenProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type AlertFault, alertFaults, type Course, otherFaults, running } from './alert-faults.ts'
import { root, textOf } from './read.ts'

interface Rule {
  readonly alert: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const { groups } = parse(textOf('deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const stepMinutes = 0.5
const wellMinutes = 15
const usualMinutes = 20

/** The rules as Prometheus itself judges them, on the figures that a fault makes. */
describe('the alerts', function () {
  this.timeout(120_000)
  const promtool = givenProgram('usr/bin/promtool', ['prometheus'])

  it('are rules that Prometheus takes, each with a fault that raises it', () => {
    const checked = run(['check', 'rules', join(root, 'deploy/alerts.yaml')])
    assert.match(checked.output, /SUCCESS: \d+ rules found/)
    assert.deepEqual(
      Object.keys(alertFaults).toSorted(),
      rules.map(({ alert }) => alert).toSorted(),
    )
  })

  for (const [alert, fault] of Object.entries(alertFaults)) {
    it(`${alert} is raised by its fault, once and by nothing else, and ends with it`, () => {
      const { output, code } = judged(caseOf(alert, fault))
      assert.equal(code, 0, output)
    })
  }

  for (const [alert, how, fault] of otherFaults) {
    it(`${alert} is raised ${how}`, () => {
      const { output, code } = judged(caseOf(alert, fault))
      assert.equal(code, 0, output)
    })
  }

  it('a fault that raises nothing is told', () => {
    const { RunsMissing } = alertFaults
    assert.ok(RunsMissing)
    const { output, code } = judged(
      caseOf('RunsMissing', { ...RunsMissing, figures: { runs_missing: ['gauge', 0, 0] } }),
    )
    assert.equal(code, 1)
    assert.match(output, /RunsMissing/)
  })

  function judged(one: object): { readonly output: string; readonly code: number | null } {
    const path = join(temporaryFolder('alert'), 'test.json')
    const files = { rule_files: [join(root, 'deploy/alerts.yaml')], evaluation_interval: '1m' }
    writeFileSync(path, JSON.stringify({ ...files, tests: [one] }))
    return run(['test', 'rules', path])
  }

  function run(words: readonly string[]): {
    readonly output: string
    readonly code: number | null
  } {
    const { path, environment } = promtool
    const env = { ...process.env, ...environment }
    const { stdout, stderr, status } = spawnSync(path, words, { encoding: 'utf8', env })
    return { output: stdout + stderr, code: status }
  }
})

/** All is well, then the fault lasts, then all is well again; looked at before the end of each. */
function caseOf(alert: string, fault: AlertFault): object {
  const { figures, lastsMinutes = usualMinutes, fadesMinutes = usualMinutes } = fault
  const illUntil = wellMinutes + lastsMinutes
  const end = illUntil + fadesMinutes
  const at = (minutes: number, raised: readonly object[]) =>
    rules.map(({ alert: alertname }) => ({
      eval_time: `${minutes * 60}s`,
      alertname,
      exp_alerts: alertname === alert ? raised : [],
    }))
  const rule = rules.find((one) => one.alert === alert)
  const raised = {
    exp_labels: { ...rule?.labels, ...fault.labels },
    exp_annotations: { summary: fault.summary, runbook: rule?.annotations.runbook },
  }
  return {
    interval: `${stepMinutes * 60}s`,
    input_series: Object.entries({ ...running, ...figures }).map(([series, course]) => ({
      series,
      values: valuesOf(course, illUntil, end).join(' '),
    })),
    alert_rule_test: [
      ...at(wellMinutes - 1, []),
      ...at(illUntil - stepMinutes, [raised]),
      ...at(end - stepMinutes, []),
    ],
  }
}

function valuesOf(course: Course, illUntil: number, end: number): readonly (number | string)[] {
  const values: (number | string)[] = []
  for (let minutes = 0; minutes < end; minutes += stepMinutes) {
    const phase = minutes < wellMinutes ? 'before' : minutes < illUntil ? 'ill' : 'after'
    values.push(valueAt(course, { phase, minutes, last: Number(values.at(-1) ?? 0) }))
  }
  return values
}

interface Moment {
  readonly phase: 'before' | 'ill' | 'after'
  readonly minutes: number
  readonly last: number
}

function valueAt(course: Course, { phase, minutes, last }: Moment): number | string {
  const isIll = phase === 'ill'
  const [, well = 0, ill = 0] = course
  const given = isIll ? ill : well
  const values = {
    time: isIll ? last : minutes * 60,
    'first time': phase === 'after' ? minutes * 60 : 0,
    begins: phase === 'before' ? '_' : 1,
    gone: isIll ? 'stale' : 1,
    gauge: given,
    counter: last + given,
  } satisfies Record<Course[0], number | string>
  return values[course[0]]
}
