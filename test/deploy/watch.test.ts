import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import client from 'prom-client'
import { parse } from 'yaml'
import { watched } from '#domain/figures/state.ts'
import { root, textOf } from './read.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

/** What a query names: figures, each with the labels that are chosen, grouped or shown. */
interface Query {
  readonly figures: readonly string[]
  readonly labels: readonly string[]
}

describe('what watches the service', () => {
  const { groups } = parse(textOf('deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const boards = readdirSync(`${root}deploy/grafana`).map((name) => ({
    name,
    board: JSON.parse(textOf(`deploy/grafana/${name}`)) as Dashboard,
  }))
  let shown: ReturnType<typeof figures>
  before(() => {
    shown = figures()
  })

  it('asks for figures and labels that exist, in each alert', () => {
    assert.ok(rules.length > 15)
    for (const { alert, expr, annotations } of rules) {
      assert.deepEqual(
        faults(expr, annotations.summary.matchAll(/\$labels\.(\w+)/g), shown),
        [],
        alert,
      )
    }
  })

  it('and in each dashboard', () => {
    assert.deepEqual(boards.map(({ name }) => name).toSorted(), ['machines.json', 'money.json'])
    for (const { board } of boards) {
      assert.ok(board.panels.length > 5)
      for (const { title, targets } of board.panels) {
        for (const { expr, legendFormat } of targets) {
          assert.deepEqual(faults(expr, legendFormat.matchAll(/\{\{(\w+)\}\}/g), shown), [], title)
        }
      }
    }
  })

  it('shows each figure of the books on a dashboard, or by an alert where it is a time', () => {
    const section = /^## From the books\n([^]*?)^## /m.exec(textOf('docs/monitoring.md'))?.[1] ?? ''
    const names = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 12)
    const exprs = boards.flatMap(({ board }) =>
      board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    )
    const asked = new Set(
      [...exprs, ...rules.map(({ expr }) => expr).filter((expr) => expr.startsWith('time()'))]
        .flatMap((expr) => read(expr)?.figures ?? [])
        .map(baseOf),
    )
    assert.deepEqual(
      names.filter((name) => !asked.has(name)),
      [],
    )
  })

  it('judges on the pages by the limits of the alerts', () => {
    for (const { alert, most } of Object.values(watched)) {
      const rule = rules.find((each) => each.alert === alert)
      assert.match(rule?.expr ?? '', new RegExp(` > ${most}(?: |$)`), alert)
    }
  })

  it('notices a figure or label that does not exist, and what is no query', () => {
    assert.deepEqual(faults('max(outbox_entriez)', [], shown), ['no figure outbox_entriez'])
    assert.deepEqual(faults('sum by (prowider) (payments_overdue)', [], shown), [
      'no label prowider',
    ])
    assert.deepEqual(faults('payments_overdue{kynd="x"}', [], shown), ['no label kynd'])
    assert.deepEqual(faults('sum(rate(outbox_entries[5m])', [], shown), ['not a query'])
  })

  it('leads from each alert to its entry in the runbook, and there is no entry without an alert', () => {
    const section = /^## Alerts\n([^]*?)^## /m.exec(textOf('docs/runbook.md'))?.[1] ?? ''
    const entries = [...section.matchAll(/^### (\w+)\n\n(.+)$/gm)].map(([, name]) => name)
    assert.deepEqual(
      entries,
      rules.map(({ alert }) => alert),
    )
    for (const { alert, annotations, labels } of rules) {
      assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`)
      assert.ok(['page', 'ticket'].includes(labels.severity), alert)
    }
  })

  it('has an alert for each figure of which docs/monitoring.md says that it is one', () => {
    const rows = textOf('docs/monitoring.md').matchAll(
      /^\| `(\w+)` \|(?:[^|\n]*\|){0,2} ?([^|\n]+) \|$/gm,
    )
    const asked = rules.flatMap(({ expr }) => read(expr)?.figures ?? [])
    for (const [, name = '', alert = ''] of rows) {
      if (
        /above|older|growing|when it grows|any `|`status|0 for/.test(alert) &&
        !/known cause/.test(alert)
      ) {
        assert.ok(
          asked.some((figure) => baseOf(figure) === name),
          name,
        )
      }
    }
  })
})

/** Figures by name with their labels: of docs/monitoring.md, which a test holds against `/metrics`, and of Node. */
function figures(): ReadonlyMap<string, readonly string[]> {
  const rows = textOf('docs/monitoring.md').matchAll(/^\| `(\w+)` \| ([^|]*)\|/gm)
  const known = [...rows].map(([, name = '', unit = '']): [string, string[]] => [
    name,
    name.startsWith('temporal_')
      ? ofTemporal
      : [...unit.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
  ])
  const register = new client.Registry()
  client.collectDefaultMetrics({ register })
  const ofNode = register.getMetricsAsArray().map(({ name }): [string, string[]] => [name, []])
  return new Map([...known, ...ofNode])
}

const ofTemporal = ['task_queue', 'worker_type', 'namespace']
/** Of Prometheus itself. */
const everywhere = ['le', 'instance', 'job']

function faults(
  expr: string,
  alsoNamed: Iterable<RegExpMatchArray>,
  known: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const query = read(expr)
  if (query === undefined) return ['not a query']
  const missing = query.figures.filter((name) => !known.has(baseOf(name)))
  const labels = new Set([
    ...everywhere,
    ...query.figures.flatMap((name) => known.get(baseOf(name)) ?? []),
  ])
  const asked = [...query.labels, ...[...alsoNamed].map(([, label = '']) => label)]
  return [
    ...missing.map((name) => `no figure ${name}`),
    ...asked.filter((label) => !labels.has(label)).map((label) => `no label ${label}`),
  ]
}

/** Undefined where Prometheus would not take it. */
function read(expr: string): Query | undefined {
  const named: { figures: string[]; labels: string[] } = { figures: [], labels: [] }
  let isWhole = true
  parser.parse(expr).iterate({
    enter: ({ name, type, from, to, node }) => {
      if (type.isError) isWhole = false
      const text = expr.slice(from, to)
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') named.figures.push(text)
      if (name === 'LabelName') named.labels.push(text)
    },
  })
  return isWhole ? named : undefined
}

/** Of a histogram’s series. */
function baseOf(name: string): string {
  return name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds')
}
