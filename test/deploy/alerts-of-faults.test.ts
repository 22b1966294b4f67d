import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { needsPrograms } from '#test/drills/drill.ts'
import * as books from './alerts/books.ts'
import { endedWithinMs, type Group, type Outcomes, playThrough } from './alerts/course.ts'
import * as outside from './alerts/outside.ts'
import * as requests from './alerts/requests.ts'
import { runbookAct } from './alerts/runbook.ts'
import * as runs from './alerts/runs.ts'
import { openWatchedService, type WatchedService } from './alerts/service.ts'
import * as workers from './alerts/workers.ts'
import { root, textOf } from './read.ts'

const groups: readonly Group[] = [
  {
    name: 'requests, figures of the books, an operator and a receiver',
    tests: [
      books.deliveriesFail,
      requests.limitsRefuse,
      requests.serviceAnswersErrors,
      requests.logInsFail,
      requests.apiLogDropped,
      books.booksDoNotHold,
      books.booksNotProven,
      books.moneyOutOverdue,
      books.deskWaits,
      outside.operatorAway,
    ],
  },
  {
    name: 'a worker that dies, and a new version',
    tests: [workers.attemptsLost, workers.runsDoNotReplay],
  },
  { name: 'the database', tests: [requests.databaseAway] },
  {
    name: 'runs, their steps, and a silent operator',
    tests: [
      runs.runsMissing,
      runs.runsOrphaned,
      runs.sweepsStopped,
      outside.noSlots,
      outside.operatorSlow,
      requests.eventLoopHeld,
      runs.stepsFail,
      runs.runsAskForAttention,
      runs.collectionsOverdue,
    ],
  },
  {
    name: 'no API, and a queue without a worker',
    tests: [requests.noApi, workers.queueWithoutWorker],
    isLate: true,
  },
  { name: 'a slow worker', tests: [workers.tooFewWorkers], isLate: true },
  { name: 'Temporal', tests: [outside.temporalAway, outside.outboxOld], isLate: true },
]
const all = groups.flatMap(({ tests }) => tests)

/** A service that is broken in each of these ways, until its alert is raised; then what the runbook says, until it ends. */
describe('an alert is raised by its fault on a running service, and ends by its entry in the runbook', function () {
  this.timeout(600_000)
  let service: WatchedService
  let outcomes: Outcomes = new Map()

  before(needsOpenssl)
  before(needsPrograms)
  before(async function () {
    const opened = await openWatchedService()
    // Told by the reporter among what was skipped: there is no Prometheus, and none can be had.
    if (opened === undefined) return this.skip()
    service = opened
    outcomes = playThrough(service, groups)
  })
  after(async () => {
    await Promise.allSettled(outcomes.values())
    await service?.stop()
  })
  afterEach(function () {
    service?.scene.explain(this.currentTest)
  })

  for (const { name, tests } of groups) {
    describe(name, () => {
      for (const { alert, title } of tests) {
        it(`${alert}: ${title}`, async () => {
          await outcomes.get(alert)
          if (!('byHand' in runbookAct(alert))) assert.ok(service.followed.has(alert))
        })
      }
    })
  }

  describe('and in the end', () => {
    it('nothing is lost, no alert is left, and the books hold', async () => {
      await runs.noneIsStuck(service)
      await service.scene.settleDown(120_000)
      for (const { alert } of all) await service.prometheus.ends(alert, {}, endedWithinMs)
    })
  })
})

describe('the runbook and the alerts', () => {
  const alerts = [...textOf('deploy/alerts.yaml').matchAll(/^ +- alert: (\w+)$/gm)].map(
    ([, name = '']) => name,
  )

  it('each alert is raised by a fault on a running service', () => {
    assert.ok(alerts.length > 20)
    assert.deepEqual(all.map(({ alert }) => alert).toSorted(), alerts.toSorted())
  })

  it('each has an entry that ends with its script, its command, or the reason why a person acts', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
    for (const alert of alerts) {
      const act = runbookAct(alert)
      if ('script' in act) assert.ok(textOf(act.script).startsWith('#!/bin/sh\n'), act.script)
      if ('command' in act) assert.ok(act.command in scripts, act.command)
    }
    assert.throws(() => runbookAct('NoSuchAlert'), /NoSuchAlert ends with neither/)
  })

  it('each script of deploy/runbook is named by an entry', () => {
    const named = new Set(
      alerts.map(runbookAct).flatMap((act) => ('script' in act ? [act.script] : [])),
    )
    const scripts = readdirSync(`${root}deploy/runbook`).map((name) => `deploy/runbook/${name}`)
    assert.deepEqual(
      scripts.filter((script) => !named.has(script)),
      [],
    )
  })
})
