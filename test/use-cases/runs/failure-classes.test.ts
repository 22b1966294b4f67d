import assert from 'node:assert/strict'
import { fail } from '#domain/errors/errors.ts'
import type { FailureClass } from '#domain/runs/failure.ts'
import { onPool, translate } from '#db/sql.ts'
import { failureRows, judgeFailure } from '#use-cases/runs/failure-classes.ts'
import { openBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'

/** As PostgreSQL's driver throws it, in the words of db/sql.ts. */
function ofDatabase(code: string, details: object = {}): unknown {
  return translate(Object.assign(new Error('of the database'), { name: 'error', code, ...details }))
}
function ofSystem(code: string): unknown {
  return Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code })
}
function named(name: string): unknown {
  return Object.assign(new Error('cut off'), { name })
}

const judged: Readonly<
  Record<string, readonly [error: unknown, expected: FailureClass, code: string]>
> = {
  'connection lost': [ofDatabase('08006'), 'soon', 'unavailable'],
  'server starts': [ofDatabase('57P03'), 'soon', 'unavailable'],
  'server stops': [ofDatabase('57P01'), 'soon', 'unavailable'],
  'too many clients': [ofDatabase('53300'), 'soon', 'unavailable'],
  'lock not had in time': [ofDatabase('55P03'), 'soon', 'unavailable'],
  'serialization failure': [ofDatabase('40001'), 'soon', 'unavailable'],
  'serialization failure, untranslated': [ofSystem('40001'), 'soon', '40001'],
  deadlock: [ofDatabase('40P01'), 'soon', 'unavailable'],
  'a standby, or a database set to read only': [ofDatabase('25006'), 'soon', 'unavailable'],
  'connection refused': [ofSystem('ECONNREFUSED'), 'soon', 'ECONNREFUSED'],
  'no name server': [ofSystem('EAI_AGAIN'), 'soon', 'EAI_AGAIN'],
  'a fetch of what is away': [
    new TypeError('fetch failed', { cause: ofSystem('ECONNRESET') }),
    'soon',
    'TypeError',
  ],
  'a time limit': [named('TimeoutError'), 'soon', 'TimeoutError'],
  'a part that is away': [fail('service_unavailable'), 'soon', 'service_unavailable'],
  'the mail server away': [ofSystem('mail_server_away'), 'soon', 'mail_server_away'],
  'no mail server': [ofSystem('mail_not_set_up'), 'later', 'mail_not_set_up'],
  'unique key taken': [ofDatabase('23505', { constraint: 'one_of_it' }), 'later', 'one_of_it'],
  'check constraint': [ofDatabase('23514', { constraint: 'positive' }), 'later', 'positive'],
  'trigger that says what is final': [ofDatabase('23000'), 'later', '23000'],
  'wrong password': [ofDatabase('28P01'), 'later', '28P01'],
  'no such database': [ofDatabase('3D000'), 'later', '3D000'],
  'plan of before a migration': [ofDatabase('0A000'), 'later', '0A000'],
  'a disk that fails': [ofDatabase('58030'), 'later', '58030'],
  'undefined column': [ofDatabase('42703'), 'ask', '42703'],
  'syntax error': [ofDatabase('42601'), 'ask', '42601'],
  'no privilege': [ofDatabase('42501'), 'ask', '42501'],
  'text that is no number': [ofDatabase('22P02'), 'ask', '22P02'],
  'a trigger that refuses': [ofDatabase('P0001'), 'ask', 'P0001'],
  'broken index': [ofDatabase('XX002'), 'ask', 'XX002'],
  'a row that is not found': [fail('refund_not_found'), 'ask', 'refund_not_found'],
  'a bug': [new TypeError('x is not a function'), 'ask', 'TypeError'],
  'a number out of its range': [new RangeError('Invalid time value'), 'ask', 'RangeError'],
  'a failed assertion': [new assert.AssertionError({ message: 'must be' }), 'ask', 'ERR_ASSERTION'],
  'a mail server that is away': [ofSystem('mail_server_away'), 'soon', 'mail_server_away'],
  'no mail server is named': [ofSystem('mail_not_set_up'), 'later', 'mail_not_set_up'],
  'a mail server that refuses our log-in': [
    ofSystem('mail_log_in_refused'),
    'later',
    'mail_log_in_refused',
  ],
  'a refusal that nobody expected': [fail('rate_limited'), 'ask', 'rate_limited'],
  'an error of ours': [new Error('a refund has its payment'), 'ask', 'internal_error'],
  'an error whose code quotes somebody': [ofSystem('Awa +229 97'), 'ask', 'internal_error'],
  'a thrown text': ['Awa', 'ask', 'internal_error'],
  'a thrown nothing': [undefined, 'ask', 'internal_error'],
}

describe('what the error of a step is', () => {
  for (const [what, [error, expected, code]] of Object.entries(judged)) {
    it(`${what}: ${expected}`, () => {
      const { isExpected, ...failure } = judgeFailure(error)
      assert.deepEqual(failure, { class: expected, code })
      assert.equal(isExpected, code === 'mail_not_set_up')
    })
  }

  it('each row of the table is met by one of these', () => {
    for (const { what, sign, class: expected } of failureRows) {
      const own = Object.values(judged).filter(([error]) => met(error, sign))
      assert.ok(own.length > 0, what)
      assert.ok(
        own.some(([, given]) => given === expected),
        what,
      )
    }
  })

  it('an error that is its own cause is judged all the same', () => {
    const error = new Error('round')
    error.cause = error
    assert.equal(judgeFailure(error).class, 'ask')
  })

  describe('as the database itself throws it', () => {
    const books = given(() => openBooks())

    for (const [what, text, expected] of [
      ['a missing row', 'select id from transaction where false', 'ask row_missing'],
      ['an undefined column', 'select nothing from transaction', 'ask 42703'],
      ['a division by zero', 'select 1 / 0', 'ask 22012'],
      ['a statement that takes too long', `select pg_sleep(20)`, 'soon unavailable'],
      [
        'a backend that is ended',
        'select pg_terminate_backend(pg_backend_pid())',
        'soon unavailable',
      ],
      [
        'a check',
        `insert into run_finding (kind, workflow_id, done) values ('none', 'x', 'waits')`,
        /^later run_finding_/,
      ],
    ] as const) {
      it(`${what}: ${expected}`, async function () {
        this.timeout(15_000)
        const error: unknown = await onPool(books.database.pool)
          .one(text)
          .then(
            () => assert.fail('it did not throw'),
            (thrown: unknown) => thrown,
          )
        const { class: given, code } = judgeFailure(error)
        if (typeof expected === 'string') assert.equal(`${given} ${code}`, expected)
        else assert.match(`${given} ${code}`, expected)
      })
    }
  })

  function met(error: unknown, sign: RegExp): boolean {
    const texts: unknown[] = []
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      texts.push(cause.name, Reflect.get(cause, 'code'))
    return texts.some((text) => typeof text === 'string' && sign.test(text))
  }
})
