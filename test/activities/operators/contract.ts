import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type OperatorRequestId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import {
  callTimeoutMs,
  type MoneyOrder,
  type Operator,
  type OrderKind,
  type OrderState,
} from '#activities/operators/operator.ts'
import { given } from '#test/support/given.ts'
import type { Emulator } from '#dev/emulators/server.ts'
import { eventually } from '#test/support/call.ts'
import { freshPhone } from '#test/support/tenant.ts'

/** An operator under test, with the company behind it, which answers by the last four digits of the number. */
export interface OperatorScene {
  readonly operator: Operator
  /** How often money moved for this id, by the company's own count. */
  movements(id: OperatorRequestId): Promise<number>
  /** The same operator where nobody listens. */
  readonly nobody?: Operator
  readonly kinds: readonly OrderKind[]
  /** What it says of an order that it does not find. */
  readonly unknownIs: 'not_found' | 'pending'
  stop(): Promise<void>
}

/** A scene of an operator of Mobile Money behind this emulator, which counts what it moved. */
export function emulated({ memory, close }: Pick<Emulator, 'memory' | 'close'>) {
  return {
    kinds: ['collection', 'payout', 'refund'],
    movements: (id) => Promise.resolve(memory.movements(id)),
    stop: () => close(),
  } satisfies Partial<OperatorScene>
}

const description = 'Robe d’été (n° 12) pour Awa Dossou #1'

/** An order of 1000 XOF under a fresh id; `ending` of the number says what becomes of it. */
export function order(
  kind: OrderKind,
  ending: string,
  changes: Partial<MoneyOrder> = {},
): MoneyOrder {
  return {
    kind,
    requestId: asId<OperatorRequestId>(randomUUID()),
    phone: freshPhone(ending),
    amount: money(1000n, 'XOF'),
    description,
    refundOf: null,
    ...changes,
  }
}

/** Reads until the operator has decided. */
export async function decisionOf(
  operator: Operator,
  asked: MoneyOrder,
): Promise<Extract<OrderState, { state: 'decided' }>> {
  return eventually(async () => {
    const read = await operator.read(asked)
    return read.state === 'decided' && read
  })
}

/** What every operator promises, sandbox or real (activities/operators/operator.ts). */
export function operatorContract(name: string, open: () => Promise<OperatorScene>): void {
  describe(`an operator: ${name}`, function () {
    this.timeout(60_000)
    const scene = given(open)

    /** Asked, and never later than promised, nor by an error. */
    async function asked(given: MoneyOrder) {
      return inTime(() => scene.operator.request(given))
    }
    async function paidCollection(): Promise<MoneyOrder> {
      const collected = order('collection', '1234')
      await asked(collected)
      await decisionOf(scene.operator, collected)
      return collected
    }
    async function orderOf(kind: OrderKind, ending: string): Promise<MoneyOrder> {
      if (kind !== 'refund') return order(kind, ending)
      const { requestId: refundOf, phone } = await paidCollection()
      return order(kind, ending, { refundOf, phone })
    }

    it('takes an order of each kind, moves the money once and says so under a reference of its own', async () => {
      for (const kind of scene.kinds) {
        const given = await orderOf(kind, '1234')
        assert.equal((await asked(given)).state, 'taken', kind)
        const { outcome } = await decisionOf(scene.operator, given)
        assert.equal(outcome.status, 'succeeded', kind)
        assert.ok(outcome.providerReference, kind)
        assert.equal(await scene.movements(given.requestId), 1, kind)
      }
    })

    it('the decision is the same however often it is read', async () => {
      const given = order('collection', '1234')
      await asked(given)
      const first = await decisionOf(scene.operator, given)
      assert.deepEqual(await scene.operator.read(given), first)
      assert.deepEqual(await scene.operator.read(given), first)
    })

    it('an order given twice under one id moves money once, where the operator promises that', async () => {
      if (!scene.operator.isIdempotent) return
      const given = order('collection', '1234')
      const answers = await Promise.all([asked(given), asked(given)])
      assert.deepEqual(
        answers.map(({ state }) => state),
        ['taken', 'taken'],
      )
      await decisionOf(scene.operator, given)
      assert.equal((await asked(given)).state, 'taken')
      assert.equal(await scene.movements(given.requestId), 1)
    })

    it('of an order that it never had, it does not say that it ended', async () => {
      const never = order('collection', '1234')
      assert.equal((await inTime(() => scene.operator.read(never))).state, scene.unknownIs)
    })

    const ends: readonly [
      OrderKind,
      string,
      FinalStatus | 'failed or expired',
      readonly string[],
    ][] = [
      ['collection', '0001', 'failed', ['insufficient_funds']],
      ['collection', '0002', 'failed or expired', ['payer_rejected', 'approval_timeout']],
      ['payout', '0001', 'failed', ['operator_float_empty']],
      ['payout', '0002', 'failed', ['recipient_rejected', 'recipient_cannot_receive']],
    ]
    for (const [kind, ending, status, codes] of ends) {
      it(`a ${kind} that ends without success (${ending}) moves nothing, and says why in our words`, async () => {
        const given = order(kind, ending)
        const answer = await asked(given)
        const outcome =
          answer.state === 'refused'
            ? ({ status: 'failed', failureCode: answer.failureCode } as const)
            : (await decisionOf(scene.operator, given)).outcome
        assert.ok(status.includes(outcome.status), outcome.status)
        assert.ok('failureCode' in outcome && codes.includes(outcome.failureCode ?? ''))
        assert.equal(await scene.movements(given.requestId), 0)
      })
    }

    it('an order that times out and was taken all the same is “unknown”, and is found', async () => {
      const given = order('collection', '0011')
      assert.equal((await asked(given)).state, 'unknown')
      assert.equal((await decisionOf(scene.operator, given)).outcome.status, 'succeeded')
      assert.equal(await scene.movements(given.requestId), 1)
    })

    it('while it is unavailable it certainly has nothing, and takes the order later under the same id', async () => {
      const given = order('collection', '0004')
      for (let times = 0; times < 3; times += 1) {
        assert.deepEqual(await asked(given), { state: 'unavailable' })
        assert.equal((await scene.operator.read(given)).state, scene.unknownIs)
      }
      assert.equal((await asked(given)).state, 'taken')
      assert.equal((await decisionOf(scene.operator, given)).outcome.status, 'succeeded')
      assert.equal(await scene.movements(given.requestId), 1)
    })

    it('where nobody listens an order is “unavailable” and a question unanswered, at once', async () => {
      const { nobody } = scene
      if (nobody === undefined) return
      const given = order('collection', '1234')
      assert.deepEqual(await inTime(() => nobody.request(given)), { state: 'unavailable' })
      assert.deepEqual(await inTime(() => nobody.read(given)), { state: 'unreachable' })
    })

    it('an order that waits for its payer is pending, and moves nothing', async () => {
      const given = order('collection', '0003')
      await asked(given)
      assert.deepEqual(await inTime(() => scene.operator.read(given)), { state: 'pending' })
      assert.equal(await scene.movements(given.requestId), 0)
    })

    it('no answer holds a person, a number or a credential', async () => {
      for (const ending of ['1234', '0001', '0002', '0011']) {
        const given = order('collection', ending)
        const answers = JSON.stringify([await asked(given), await scene.operator.read(given)])
        assert.doesNotMatch(answers, /Awa|229\d{8}|Bearer|Basic/, answers)
      }
    })
  })
}

/** Runs one call, which ends in the promised time. */
export async function inTime<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await call()
  assert.ok(performance.now() - startedAt < callTimeoutMs, 'ended within callTimeoutMs')
  return answer
}
