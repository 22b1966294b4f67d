import assert from 'node:assert/strict'
import { DeterminismViolationError } from '@temporalio/workflow'
import { Worker, type ReplayWorkerOptions } from '@temporalio/worker'
import { createLog } from '#platform/log.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { workflowKinds } from '#workflows/contract.ts'
import { storedHistories, type StoredHistory } from './corpus.ts'

const historiesMin = 15
const corpusBytesMax = 2_000_000

interface Breakage {
  /** The kind of workflow that it breaks: its histories fail to replay, and no others. */
  readonly breaks:
    | 'checkout'
    | 'collection'
    | 'delivery'
    | 'late-answer'
    | 'late-refund-answer'
    | 'payout'
    | 'bank-transfer'
    | 'refund'
    | 'funds'
    | 'webhook-replay'
    | 'reconciliation'
    | 'ledger-proof'
    | 'mail'
    | 'payout-file'
  /** Kinds that share what is broken. */
  readonly alike?: readonly Breakage['breaks'][]
  readonly what: string
  /** As the bundle spells it; `to` stands in its place, everywhere. */
  readonly from: string | RegExp
  readonly to: string
}

/** Changes that a run under way would not survive: what the replay is there to catch. */
const breakages: readonly Breakage[] = [
  {
    breaks: 'collection',
    what: 'a step under another name',
    from: "const checkPayment = looked('checkPayment'",
    to: "const checkPayment = looked('checkPaymentAgain'",
  },
  {
    breaks: 'delivery',
    what: 'the send under another name',
    from: 'const { sendAttempt } =',
    to: 'const { sendAttemptAgain: sendAttempt } =',
  },
  {
    breaks: 'delivery',
    what: 'the send made by a local step',
    from: /(\{ sendAttempt \} = \(0,\w+\.)proxyActivities\)/,
    to: '$1proxyLocalActivities)',
  },
  {
    breaks: 'collection',
    what: 'a live operator asked by a local step',
    from: "answer.state !== 'elsewhere'",
    to: 'true',
  },
  {
    breaks: 'delivery',
    what: 'the attempt under another name',
    from: /\.attemptDelivery\(input\)/,
    to: '.sendDelivery(input)',
  },
  {
    breaks: 'collection',
    what: 'a step more at the start',
    from: /(async function collection\(input\) \{)([^]*?)(_proxies_ts__WEBPACK_IMPORTED_MODULE_\d+__)/,
    to: '$1\n    await (0,$3.checkPayment)(input);$2$3',
  },
  {
    breaks: 'checkout',
    what: 'a checkout that is not read first',
    from: /const found = await \(0,\w+\.readCheckout\)\([^;]*;/,
    to: "const found = { status: 'open', paymentId: null, isRecorded: false, leftMs: 300000 };",
  },
  {
    breaks: 'checkout',
    what: 'no limit to the recording of a payment',
    from: /if \(leftMs > 0\) await \(0,\w+\.condition\)\(isNews, leftMs[^;]*;/,
    to: '',
  },
  {
    breaks: 'collection',
    what: 'two steps swapped',
    from: /\.checkPayment\)\(input\)/g,
    to: '.expirePayment)(input)',
  },
  {
    breaks: 'delivery',
    what: 'a timer taken away',
    from: /const isWoken = await [^;]*;/,
    to: 'const isWoken = false;',
  },
  {
    breaks: 'delivery',
    what: 'a timer added',
    from: /async function delivery\([^)]*\) \{/,
    to: '$&\n    await (0,_temporalio_workflow__WEBPACK_IMPORTED_MODULE_0__.sleep)(1000);',
  },
  {
    breaks: 'collection',
    what: 'the last step left out',
    from: /const last = \(0,\w+\.expirePayment\)\([^]*?\}\)\)\.finally/,
    to: "const last = Promise.resolve({ state: 'settled', status: 'expired' }).finally",
  },
  {
    breaks: 'late-answer',
    what: 'one look fewer in the watch over late answers',
    from: '24 * hourMs\n',
    to: '\n',
  },
  {
    breaks: 'delivery',
    what: 'one attempt fewer',
    from: /attempt < \w+[.\w]*WEBHOOK_ATTEMPTS_MAX/,
    to: 'attempt < 5',
  },
  {
    breaks: 'collection',
    alike: ['payout', 'bank-transfer', 'refund'],
    what: 'the search attribute of the end left out',
    from: /\(0,\w+\.upsertSearchAttributes\)\(\[[^\]]*\]\);/,
    to: '',
  },
  {
    breaks: 'collection',
    alike: ['delivery'],
    what: 'staff that is not told of what a run asks',
    from: /return isDone\([^;]*noteTrouble\([^;]*;/,
    to: 'return true;',
  },
  {
    breaks: 'delivery',
    alike: ['collection'],
    what: 'no pause before a step that failed is taken again',
    from: /await \(0,\w+\.condition\)\(isAsked, pauseMs[^;]*;/,
    to: '',
  },
  {
    breaks: 'payout',
    what: 'its look under another name',
    from: "const checkPayout = looked('checkPayment'",
    to: "const checkPayout = looked('checkPaymentAgain'",
  },
  {
    breaks: 'payout',
    what: 'given up without a step',
    from: /await \(0,\w+\.giveUpPayout\)\(input\)/,
    to: "{ state: 'settled', status: 'failed' }",
  },
  {
    breaks: 'bank-transfer',
    what: 'a reminder that is not told',
    from: /await queue\.ownStep\(\(\) ?=> ?\(0,\w+\.tellStaff\)\(\{\s*transactionId,\s*kind: 'transfer_waiting'[^}]*\}\)\);/,
    to: '',
  },
  {
    breaks: 'bank-transfer',
    what: 'an order under another name',
    from: "update('cancelTransfer')",
    to: "update('callBackTransfer')",
  },
  {
    breaks: 'refund',
    what: 'an order that is no longer taken',
    from: /'approve',\s*'reject',\s*'cancel'/,
    to: "'reject', 'cancel'",
  },
  {
    breaks: 'refund',
    what: 'the answer to staff no longer first',
    from: /await \(0,\w+\.answerFirst\)\(\);/,
    to: '',
  },
  {
    breaks: 'webhook-replay',
    what: 'no pause between its turns',
    from: /await \(0,\w+\.condition\)\(\(\)=>isStopped [^;]*done\.pauseMs[^;]*;/,
    to: '',
  },
  {
    breaks: 'payout-file',
    what: 'lines paid under another name',
    from: 'const { payLines } =',
    to: 'const { payLinesAgain: payLines } =',
  },
  {
    breaks: 'funds',
    what: 'funds read no more',
    from: 'const { readFunds } =',
    to: 'const { readFundsAgain: readFunds } =',
  },
  {
    breaks: 'reconciliation',
    what: 'the matching under another name',
    from: 'const { matchStatement } =',
    to: 'const { matchStatementAgain: matchStatement } =',
  },
  {
    breaks: 'ledger-proof',
    what: 'the proof under another name',
    from: 'const { proveLedger } =',
    to: 'const { proveLedgerAgain: proveLedger } =',
  },
  {
    breaks: 'mail',
    what: 'the handing over under another name',
    from: 'const { sendMail } =',
    to: 'const { sendMailAgain: sendMail } =',
  },
]

describe('runs of earlier versions go on under this one', () => {
  const histories = storedHistories()

  before(function () {
    this.timeout(60_000)
    installRuntimeOnce(createLog({ level: 'silent', name: 'test' }))
    return workflowBundle()
  })

  it('histories of every kind of workflow are kept, few bytes in all', () => {
    const types = Object.values(workflowKinds).map(({ type }) => type)
    for (const type of types) {
      assert.ok(
        histories.some(({ text }) => text.includes(`"workflowType":{"name":"${type}"}`)),
        type,
      )
    }
    assert.ok(histories.length >= historiesMin, `${histories.length} histories`)
    const bytes = histories.reduce((sum, { text }) => sum + text.length, 0)
    assert.ok(bytes < corpusBytesMax, `${bytes} bytes`)
  })

  it('every history replays', async () => {
    const { failed, reasons, replayed } = await replay((await workflowBundle()).code, histories)
    assert.deepEqual(failed, [], String(reasons[0]))
    assert.equal(replayed, histories.length)
  })

  for (const { what, breaks, alike = [], from, to } of breakages) {
    it(`a breaking change of a ${breaks} is noticed: ${what}`, async () => {
      const { code } = await workflowBundle()
      const broken = code.replace(from, to)
      assert.notEqual(broken, code, 'the breakage found its place in the bundle')
      const isBroken = (name: string): boolean =>
        [breaks, ...alike].some((kind) => name.startsWith(kind))
      const { failed, reasons } = await replay(broken, toTry(isBroken))
      assert.ok(failed.length > 0)
      assert.deepEqual(
        failed.filter((name) => !isBroken(name)),
        [],
      )
      assert.ok(
        reasons.some((error) => error instanceof DeterminismViolationError),
        String(reasons[0]),
      )
    })
  }

  /** All that may fail, and of every other kind the shortest. */
  function toTry(isBroken: (name: string) => boolean): readonly StoredHistory[] {
    const others = histories.filter(({ name }) => !isBroken(name))
    const shortest = new Map<string, StoredHistory>()
    for (const one of others.toSorted((a, b) => a.text.length - b.text.length)) {
      const [kind = ''] = one.workflowId.split('/')
      if (!shortest.has(kind)) shortest.set(kind, one)
    }
    return [...histories.filter(({ name }) => isBroken(name)), ...shortest.values()]
  }

  async function replay(
    code: string,
    some: readonly StoredHistory[],
  ): Promise<{ failed: string[]; reasons: Error[]; replayed: number }> {
    const options: ReplayWorkerOptions = { workflowBundle: { code } }
    const toReplay = some.map(({ workflowId, history }) => ({ workflowId, history }))
    const failed: string[] = []
    const reasons: Error[] = []
    let replayed = 0
    for await (const { workflowId, error } of Worker.runReplayHistories(options, toReplay)) {
      replayed += 1
      if (error === undefined) continue
      failed.push(nameOf(workflowId))
      reasons.push(error)
    }
    return { failed, reasons, replayed }
  }

  const nameOf = (workflowId: string): string =>
    histories.find((stored) => stored.workflowId === workflowId)?.name ?? workflowId
})
