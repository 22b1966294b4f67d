import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { spread } from '#test/faults/rounds.ts'
import { type AlertTest, followed, madeOnce, paymentsEveryMs, steadily } from './alert-test.ts'

const temporalFailed = /^FAILED {2}temporal/im

export const operatorAway: AlertTest = {
  alert: 'OperatorAway',
  title: 'the orders it may have are listed, and it ends with the operator’s return',
  fault(service) {
    service.gates.mtn.shut()
    return Promise.resolve(steadily(service.payLive, paymentsEveryMs))
  },
  async follow(service, { labels }) {
    assert.equal(labels['provider'], 'mtn-benin')
    const said = await service.follow('OperatorAway', { PROVIDER: 'mtn-benin' })
    assert.match(said, /Ask mtn-benin by operator_request_id/)
    service.gates.mtn.open()
  },
}

export const noSlots: AlertTest = {
  alert: 'NoSlots',
  title: 'an operator that keeps silent holds them, and gives them back',
  fault(service) {
    service.gates.mtn.freeze()
    return Promise.resolve(steadily(service.payLive, paymentsEveryMs))
  },
  follow(service, { labels }) {
    assert.equal(labels['task_queue'], 'operator-mtn')
    service.gates.mtn.thaw()
    return Promise.resolve()
  },
}

export const operatorSlow: AlertTest = {
  alert: 'OperatorSlow',
  title: 'an operator that keeps silent is slow, until it answers',
  fault: () => Promise.resolve(madeOnce),
  async follow(service, { labels }) {
    assert.equal(labels['provider'], 'mtn-benin')
    const said = await service.follow('OperatorSlow', { PROVIDER: 'mtn-benin' })
    assert.match(said, /Ask mtn-benin by operator_request_id/)
  },
}

export const temporalAway: AlertTest = {
  alert: 'TemporalAway',
  title: 'the doctor names it, and payments are accepted meanwhile',
  async fault({ temporal, scene, api }) {
    await temporal.kill()
    await spread(3, 3, () => scene.pay(api))
    return madeOnce
  },
  follow: followed('TemporalAway', temporalFailed),
}

export const outboxOld: AlertTest = {
  alert: 'OutboxOld',
  title: 'the doctor names what is away; once it is started, the relay hands over',
  async fault({ sql }) {
    await pause(1000)
    await sql(`update outbox set created_at = created_at - interval '1 minute'`)
    return madeOnce
  },
  async follow(service) {
    assert.match(await service.follow('OutboxOld'), temporalFailed)
    await service.temporal.restart()
  },
}
