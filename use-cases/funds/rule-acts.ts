import { randomUUIDv7 } from 'node:crypto'
import Type from 'typebox'
import { fail, type FieldError } from '#domain/errors/errors.ts'
import { type FundsRuleKind, fundsRuleKinds, newMerchantDaysMax } from '#domain/funds/rules.ts'
import { asId, type FundsRuleId, isUuid, type MerchantId } from '#domain/ids.ts'
import { mobileOperators } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { justifiedAndConfirmed, reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Database } from '#db/connect.ts'
import { fundsRulesTurn, now, takeTurn } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { findFundsRule } from './rules.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/** XOF; no payment is larger. */
const amountMax = 1_000_000_000

const operatorCodes = mobileOperators.map(({ code }) => code)

const newRule = Type.Object({
  kind: choiceField('invalid_field', fundsRuleKinds),
  amount: Type.Optional(Type.Integer({ code: 'invalid_field', minimum: 1, maximum: amountMax })),
  days: Type.Optional(
    Type.Integer({ code: 'invalid_field', minimum: 1, maximum: newMerchantDaysMax }),
  ),
  provider: Type.Optional(choiceField('invalid_provider', operatorCodes)),
  merchant_id: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
  reason: reasonField,
  password: secretField,
})

/** The field that each kind of rule needs, and that no other kind has. */
const ruleFields = {
  amount: 'amount',
  new_merchant: 'days',
  operator: 'provider',
} as const satisfies Readonly<Record<FundsRuleKind, string>>

/**
 * From now on, funds of live payments that match the rule wait for staff. Refusals: invalid_field, wrong_password,
 * account_too_fresh, funds_rule_exists.
 */
export const makeFundsRuleAct = deskAct({
  permission: 'funds.decide',
  body: newRule,
  checkFields({ kind, ...fields }): FieldError[] {
    if (kind === undefined) return []
    return Object.values(ruleFields).flatMap((field): FieldError[] => {
      const isNeeded = ruleFields[kind] === field
      if (isNeeded === (fields[field] !== undefined)) return []
      return [{ field, code: isNeeded ? 'missing_field' : 'invalid_field' }]
    })
  },
  async work({ database }, { person, requestId, body }) {
    const { kind, amount, days, provider, merchant_id: merchant, reason, password } = body
    await confirmPassword(database, person, password)
    await requireSettledNow(onPool(database.pool), person)
    const rule = {
      kind,
      amount: amount === undefined ? null : BigInt(amount),
      days: days ?? null,
      provider: provider ?? null,
      merchantId: merchant === undefined ? null : asId<MerchantId>(merchant.toLowerCase()),
    }
    const id = await makeRule(database, person, { rule, cause: { requestId, reason } })
    return findFundsRule(database, id)
  },
})

/**
 * Ends a rule; funds it already holds keep waiting for staff. Refusals: wrong_password, funds_rule_not_found,
 * action_not_allowed.
 */
export const endFundsRuleAct = deskAct({
  permission: 'funds.decide',
  body: justifiedAndConfirmed,
  async work({ database }, { person, requestId, body: { reason, password }, ...order }) {
    await confirmPassword(database, person, password)
    if (!isUuid(order.id)) throw fail('funds_rule_not_found')
    const id = asId<FundsRuleId>(order.id)
    await endRule(database, person, { id, cause: { requestId, reason } })
    return findFundsRule(database, id)
  },
})

interface NewRule {
  readonly kind: FundsRuleKind
  readonly amount: bigint | null
  readonly days: number | null
  readonly provider: string | null
  readonly merchantId: MerchantId | null
}

async function makeRule(
  { pool }: Pick<Database, 'pool'>,
  member: StaffMember,
  { rule, cause }: { readonly rule: NewRule; readonly cause: ActCause },
): Promise<FundsRuleId> {
  const id = asId<FundsRuleId>(randomUUIDv7())
  const { merchantId, amount, ...details } = rule
  await inTransaction(pool, async (tx) => {
    if (merchantId !== null && (await tx.first(merchantOf({ merchantId }))) === undefined)
      throw fail('invalid_field', { field: 'merchant_id' })
    await tx.run(takeTurn({ name: fundsRulesTurn }))
    const same = await tx.first(sameInForce(rule))
    if (same !== undefined) throw fail('funds_rule_exists', { funds_rule_id: same.id })
    const values = { ...rule, id, reason: cause.reason ?? '', madeBy: member.id }
    await tx.run(db.insertInto('fundsRule').values(values))
    await logAct(tx, member, {
      act: 'funds_rule.make',
      subject: { kind: 'funds_rule', id },
      details: {
        ...details,
        amount: amount === null ? null : Number(amount),
        merchant_id: merchantId,
      },
      cause,
    })
  })
  return id
}

async function endRule(
  { pool }: Pick<Database, 'pool'>,
  member: StaffMember,
  { id, cause }: { readonly id: FundsRuleId; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const found = await tx.first(locked({ id }))
    if (found === undefined) throw fail('funds_rule_not_found')
    if (found.endedAt !== null) throw fail('action_not_allowed')
    await tx.run(end({ id, by: member.id }))
    await logAct(tx, member, { act: 'funds_rule.end', subject: { kind: 'funds_rule', id }, cause })
  })
}

const merchantOf = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db.selectFrom('merchant').select('id').where('id', '=', p.merchantId),
)

/** Of two equal rules, ending one would leave the other in force. */
const sameInForce = prepared((p: Params<NewRule>) =>
  db
    .selectFrom('fundsRule')
    .select('id')
    .where('endedAt', 'is', null)
    .where('kind', '=', p.kind)
    .where('amount', 'is not distinct from', p.amount)
    .where('days', 'is not distinct from', p.days)
    .where('provider', 'is not distinct from', p.provider)
    .where('merchantId', 'is not distinct from', p.merchantId)
    .limit(1),
)

const locked = prepared((p: Params<{ id: FundsRuleId }>) =>
  db.selectFrom('fundsRule').select('endedAt').where('id', '=', p.id).forUpdate(),
)

const end = prepared((p: Params<{ id: FundsRuleId; by: StaffMember['id'] }>) =>
  db.updateTable('fundsRule').set({ endedAt: now, endedBy: p.by }).where('id', '=', p.id),
)
